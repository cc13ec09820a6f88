# Tokibako as an image: the built site and the one binary, on a small Debian, as an ordinary user.
#
# Built by `docker compose build` or `docker build .` (BuildKit or Buildah, for the caches).
# Other bases, such as newer ones or those of a mirror, are chosen with --build-arg; each must be Debian 13 or like it.
# How to move to newer ones, and to digests: docs/operations.md.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-trixie-slim
ARG RUST_IMAGE=docker.io/library/rust:1.95.0-slim-trixie
ARG RUNTIME_IMAGE=docker.io/library/debian:13.1-slim

# The site. Its packages are a layer of their own, which lasts until the lock file changes.
FROM ${NODE_IMAGE} AS site
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY LICENSE-APACHE ../
COPY config/cities.json config/city-names.json config/cities.LICENSE ../config/
COPY frontend ./
RUN npm run build

# The server. Crates and what is compiled outlast a build, so the next one compiles what has changed alone.
# rust-toolchain.toml stays out: the base has a compiler, and the file would have rustup fetch another.
FROM ${RUST_IMAGE} AS server
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev libpq-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY Cargo.toml Cargo.lock ./
# Of this folder what is compiled in, and no more: who changes the proxy's settings does not wait for a compiler.
COPY config/default.toml config/cities.json config/push-texts.json ./config/
COPY migrations ./migrations
COPY crates ./crates
# The commit, which the binary names: git's folder is no part of the build.
ARG TOKIBAKO_COMMIT=
# What cargo compiled goes by dates, and outlasts this checkout: sources that are older, as in an unpacked archive, would count
# as compiled.
RUN find Cargo.toml Cargo.lock config migrations crates -exec touch {} +
RUN --mount=type=cache,target=/usr/local/cargo/registry,sharing=locked \
    --mount=type=cache,id=tokibako-target,target=/build/target,sharing=locked \
    cargo build --release --locked --package tokibako \
    && install -D target/release/tokibako /out/tokibako

# What runs. libpq speaks to Postgres, tzdata has the rules of the zones, ca-certificates vouch for the weather.
FROM ${RUNTIME_IMAGE}
LABEL org.opencontainers.image.title="Tokibako" \
      org.opencontainers.image.description="Alarms, timers, a stopwatch and clocks on the web" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0"
RUN apt-get update \
    && apt-get upgrade --yes \
    && apt-get install --yes --no-install-recommends ca-certificates libpq5 tzdata tzdata-legacy \
    && apt-get clean \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin tokibako
COPY LICENSE* /usr/share/doc/tokibako/
COPY --from=site /build/frontend/dist /usr/share/tokibako/site
COPY --from=server /out/tokibako /usr/local/bin/tokibako
# Probes and metrics answer on a port of their own, which is not for publishing.
ENV TOKIBAKO_LISTEN=0.0.0.0:8080 \
    TOKIBAKO_OPS_LISTEN=0.0.0.0:9090 \
    TOKIBAKO_SITE_DIR=/usr/share/tokibako/site
ARG TOKIBAKO_COMMIT=
LABEL org.opencontainers.image.revision="$TOKIBAKO_COMMIT"
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["tokibako", "healthcheck"]
ENTRYPOINT ["tokibako"]
