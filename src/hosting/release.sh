#!/bin/sh
# Puts releases of the chat online. README.md explains when to use which command.
#
#   release.sh add        puts the build in new/ online
#   release.sh use ID     puts a kept release online
#   release.sh clean      deletes releases replaced over a week ago, and their scripts
#   release.sh check URL  fails if the page of a host, or a script that it names, is not served
#
# The web server serves dist/. Beside it, releases/ keeps each release under its id.
set -eu

# Ends with a message.
fail() {
  echo "$1" >&2
  exit 1
}

# Prints the paths of the scripts that a page names. The page comes from the standard input.
scripts_of() {
  grep -o '/[^"]*\.js' || :
}

# Fails if new/ is not a whole build.
check_new() {
  again="Delete $PWD/new, and copy the build again."
  [ -f new/index.html ] || fail "new/ has no index.html. $again"
  folders=$(find new -mindepth 1 -type d)
  [ -z "$folders" ] || fail "new/ was there before the copy, so it has the folder $folders. $again"
  grep -q provider-host new/index.html || fail "new/ has the page of something else. $again"
  for script in $(scripts_of < new/index.html); do
    [ -f "new$script" ] || fail "new/ lacks $script, which its page names. $again"
  done
}

# Prints the id of the release in a folder: a hash of the page, which holds the hashes of all scripts.
id_of() {
  sha256sum < "$1/index.html" | cut -c 1-12
}

# Keeps the release that is online, and notes the time.
keep_online() {
  online=$(id_of dist)
  [ -e "releases/${online:?}" ] || cp -Rl dist "releases/$online"
  touch "releases/$online"
}

# Puts a kept release online. `ln -f` and `mv` replace a file by a rename, so no customer gets half a
# file. The page comes last, because it names the other files.
use() {
  page=releases/$1/index.html
  [ -f "$page" ] || fail "releases/ has no release $1."
  [ ! -f dist/index.html ] || keep_online
  mkdir -p dist
  for file in "releases/$1"/*; do
    [ "$file" = "$page" ] || ln -f "$file" dist
  done
  cp "$page" page
  mv page dist/index.html
}

[ "${1-}" = check ] || cd "${CHAT_FOLDER:-/srv/support-chat}"
case ${1-} in
  add)
    check_new
    id=$(id_of new)
    mkdir -p releases
    rm -rf "releases/$id"
    mv new "releases/$id"
    use "$id"
    ;;
  use) use "${2:?No release id}" ;;
  clean)
    keep_online
    find releases -mindepth 1 -maxdepth 1 -mtime +7 ! -name "$online" -exec rm -r {} +
    for file in dist/*.js*; do
      ls releases/*/"${file##*/}" > /dev/null 2>&1 || rm "$file"
    done
    ;;
  check)
    page=$(curl -fsS "$2")
    for script in $(printf %s "$page" | scripts_of); do
      curl -fsS -o /dev/null "$2$script"
    done
    ;;
  *) sed -n '2,7s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
esac
