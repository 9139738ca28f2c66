#!/bin/sh
# Writes the secrets of deploy/compose.yaml as files into a folder, which the containers read; docker inspect does not show them.
set -eu
folder="${1:?name a folder}"
: "${DATABASE_PASSWORD:?set a password for the database}"
umask 077
mkdir -p "$folder"
printf 'postgres://sauda:%s@pgbouncer:6432/sauda\n' "$DATABASE_PASSWORD" > "$folder/database-url"
printf 's3://sauda:trial-only@bucket:8333/files?tls=off\n' > "$folder/files-url"
printf 's3://sauda:trial-only@bucket:8333/backups?tls=off\n' > "$folder/backup-url"
printf 'the-token-of-the-trial\n' > "$folder/metrics-token"
# Made once: without it nothing that was encrypted can be read.
[ -s "$folder/secret-key" ] || openssl rand -base64 48 > "$folder/secret-key"
# The server's user in the container reads them.
chmod 0644 "$folder"/*
chmod 0711 "$folder"
