#!/bin/sh
# Run once by the image of PostgreSQL, in an empty data folder: the owner of the tables, who migrates, and the login of
# everything that runs, which owns nothing. Nobody of the program knows the superuser's password.
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set=owner_password="$OWNER_PASSWORD" --set=runtime_password="$RUNTIME_PASSWORD" <<'SQL'
create role pressure_test_owner login password :'owner_password';
create role pressure_test_runtime login password :'runtime_password';
create database pressure_test owner pressure_test_owner;
revoke all on database pressure_test from public;
grant connect on database pressure_test to pressure_test_runtime;
SQL
