# The command line tool with Git. docs/getting-started.md explains how to run it.

# The tool is plain JavaScript, so it can be built on a different system than it runs on.
FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts/build.js scripts/page-addresses.js scripts/
COPY src src
# init --workflow copies them.
COPY examples/workflows examples/workflows
RUN node scripts/build.js

FROM node:24-alpine
# Not pinned: Alpine removes older versions, and a rebuild must get fixes of Git.
# hadolint ignore=DL3018
RUN apk add --no-cache git openssh-client tini
# Git refuses the folders of another user: only what is mounted at /work is trusted.
RUN git config --system --add safe.directory /work \
  && ln -s /opt/confighub-sync/dist/cli/index.js /usr/local/bin/confighub-sync
COPY --from=build /build/dist/cli /opt/confighub-sync/dist/cli
COPY LICENSE /opt/confighub-sync/
# For any user that `docker run --user` names.
ENV HOME=/tmp
USER 1000:1000
WORKDIR /work
# The first process of a container ignores the signals that it does not handle: with tini, Ctrl-C ends every command.
ENTRYPOINT ["tini", "--", "confighub-sync"]
CMD ["--help"]
