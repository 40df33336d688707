#!/bin/sh
# Writes a backup of the database to a folder, then removes the backups there that are older than some days.
#
#   sh deploy/back-up.sh <folder> <days>
#
# A backup that fails ends with the status of `billing backup`, and removes none.
set -eu
umask 077
folder=$1
days=$2
root=$(cd "$(dirname "$0")/.." && pwd)
# The Node that npm installed, where there is one.
PATH="$root/node_modules/.bin:$PATH"
cd "$root"
node token-service/src/cli/billing.ts backup "$folder/billing-$(date -u +%Y-%m-%dT%H%M%SZ).backup"
find "$folder" -maxdepth 1 -type f -name 'billing-*.backup*' -mmin "+$((days * 24 * 60))" -delete
