-- What a message of the outbox shows, as one word: it has changed where this differs from `outbox.shown`.
CREATE FUNCTION outbox_state(revision integer, r run) RETURNS text LANGUAGE sql STABLE AS
$$ SELECT concat_ws('/', revision, r.status, r.epoch, r.generation, r.last_event_seq, r.cancel_requested, coalesce(r.reason_code, '')) $$;
