#!/bin/sh
# Makes what a composition needs, each once: passwords in FOLDER/secrets and a token in FOLDER/.env. What is there stays.
#   deploy/make-secrets.sh          for docker-compose.yml
#   deploy/make-secrets.sh deploy   for the compositions in deploy
set -eu
umask 077
folder=${1:-.}
mkdir -p "$folder/secrets"
for name in postgres writer reader owner; do
  file="$folder/secrets/${name}_password"
  [ -s "$file" ] || openssl rand -hex 24 > "$file"
  # Readable for every account within the containers; their folder keeps everybody else out.
  chmod 0444 "$file"
done
touch "$folder/.env"
grep -q '^API_BEARER_TOKEN=.' "$folder/.env" || echo "API_BEARER_TOKEN=$(openssl rand -hex 24)" >> "$folder/.env"
