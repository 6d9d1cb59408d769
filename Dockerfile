# Wordrise in one small image:
#
#   docker build --tag wordrise .
#   docker run --read-only --tmpfs /tmp --volume wordrise:/data --publish 5000:5000 wordrise
#
# All data is in /data. compose.yaml has complete setups.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run build
# Installs the packages that npm would publish, so the image contains the same as an installation from npm.
RUN mkdir /packed \
    && for name in core widgets admin-ui server cli; do npm pack --pack-destination /packed ./packages/$name; done
WORKDIR /app
RUN npm init --yes >/dev/null && npm install --no-audit --no-fund --omit=dev /packed/*.tgz

FROM node:24-bookworm-slim
RUN groupadd --system --gid 10001 wordrise \
    && useradd --system --uid 10001 --gid wordrise --home-dir /data --no-create-home --shell /usr/sbin/nologin wordrise \
    && install --directory --owner wordrise --group wordrise --mode 0700 /data
COPY --from=build /app/node_modules /app/node_modules
RUN ln -s /app/node_modules/@wordrise/cli/bin/wordrise.js /usr/local/bin/wordrise
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=5000 \
    DATA_DIR=/data \
    DATABASE_URL=sqlite:/data/wordrise.db \
    NODE_COMPILE_CACHE=/tmp/compiled
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 5000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["wordrise"]
CMD ["serve"]
