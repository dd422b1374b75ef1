#!/bin/sh
# Run by PostgreSQL's image once, on an empty volume: the product's own login, which is no superuser.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/database-password)" <<'SQL'
create role goodword login createrole password :'password';
create database goodword owner goodword;
SQL
