# pgbouncer of Debian 13 (1.24: it can share prepared statements).
FROM debian:trixie-slim
RUN apt-get update && apt-get install --yes --no-install-recommends pgbouncer && rm -rf /var/lib/apt/lists/*
COPY pgbouncer.ini /etc/pgbouncer/pgbouncer.ini
# The password comes from the environment; the file is not part of the image.
CMD ["sh", "-c", "umask 077 && printf '\"sauda\" \"%s\"\\n' \"$DATABASE_PASSWORD\" > /tmp/userlist.txt && exec pgbouncer /etc/pgbouncer/pgbouncer.ini"]
USER postgres
