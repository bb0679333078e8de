#!/bin/sh
# The command, as the packages install it. For root it is that of the household which the units run: as their user, in their
# directories. Other users, and a command that is given directories, have a household of their own.
hearth=/usr/lib/hearth/hearth
services=$(id -u hearth 2>/dev/null)
case $(id -u) in
    0 | "$services") ;;
    *) exec "$hearth" "$@" ;;
esac
if [ -z "$services" ] || [ -n "$HEARTH_DATA$HEARTH_RUN" ]; then exec "$hearth" "$@"; fi
for word in "$@"; do
    case $word in
        --data | --data=* | --run | --run=*) exec "$hearth" "$@" ;;
    esac
done
unset XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME XDG_RUNTIME_DIR
export HOME=/var/lib/hearth HEARTH_DATA=/var/lib/hearth HEARTH_RUN=/run/hearth
[ "$(id -u)" = 0 ] || exec "$hearth" "$@"
exec setpriv --reuid=hearth --regid=hearth --clear-groups "$hearth" "$@"
