# glibc, not Alpine: the embedded PostgreSQL is built against it.
FROM node:22-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
# Pruned, this folder would keep `prisma` and what it needs, 260 MB: an optional peer that the lock has as a development
# dependency. The packed program is installed without it.
WORKDIR /app
RUN node /src/scripts/build.mjs && npm pack /src --ignore-scripts --pack-destination /tmp \
  && npm install --omit=dev --ignore-scripts --no-save --no-audit --no-fund /tmp/pressure-test-*.tgz \
  && node /src/scripts/sbom.mjs /app

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 PRESSURE_TEST_HOME=/data
WORKDIR /app
COPY --from=build --chown=root:root /app/node_modules ./node_modules
# What is in it: the bill of materials and the licences.
COPY --from=build --chown=root:root /app/sbom.cdx.json /app/licences.json ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "node_modules/pressure-test/dist/cli/main.js"]
CMD ["serve"]
