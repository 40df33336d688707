#!/bin/sh
# Makes the secrets that compose.yml names, in deploy/secrets. Those that exist are kept, so it can be repeated.
set -eu
umask 077
folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"

# The folder is for this user only; the files are readable in containers, whose users have other numbers.
keep() {
  [ -e "$folder/$1" ] || cat > "$folder/$1"
  chmod 0444 "$folder/$1"
}
key() { openssl rand -base64 32; }
word() { openssl rand -hex 24; }

word | keep postgres_password
printf 'postgres://billing:%s@postgres/billing\n' "$(cat "$folder/postgres_password")" | keep database_url
word | keep valkey_password
printf 'redis://:%s@valkey:6379\n' "$(cat "$folder/valkey_password")" | keep token_store_url
keep valkey_config << CONFIG
requirepass $(cat "$folder/valkey_password")
maxmemory 256mb
maxmemory-policy noeviction
save ""
appendonly no
CONFIG
key | keep token_store_key
key | keep secrets_key
word | keep metrics_token
word | keep grafana_password
# Put the address of your mail server there: smtp://user:password@mail.internal:587
printf '' | keep smtp_url
