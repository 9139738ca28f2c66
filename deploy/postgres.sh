#!/bin/sh
# Runs once, in an empty database: the owner of the tables, and the role that the application works as.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
create role sauda login password :'password';
create role sauda_app nologin;
grant sauda_app to sauda;
create database sauda owner sauda;
alter role sauda in database sauda set role = 'sauda_app';
SQL
