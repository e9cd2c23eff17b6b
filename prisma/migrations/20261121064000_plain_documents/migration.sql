-- A result of a thousand people has 4 MB. Compressing it holds up the end of the run for longer than its disk is worth.
ALTER TABLE result ALTER COLUMN document SET STORAGE EXTERNAL;
