# The image of Tokibako: the built site and the binary, on a small Debian, as an ordinary user.
#
# Built by `docker compose build` or `docker build .` (BuildKit or Buildah, for the caches).
# Choose other base images, such as newer ones or those of a mirror, with --build-arg; they must be based on Debian 13.
# How to upgrade them, and how to use digests: docs/operations.md.
ARG NODE_IMAGE=docker.io/library/node:24.21.0-trixie-slim
ARG RUST_IMAGE=docker.io/library/rust:1.95.0-slim-trixie
ARG RUNTIME_IMAGE=docker.io/library/debian:13.1-slim

# The site. Its packages are a separate layer, which is cached until the lock file changes.
FROM ${NODE_IMAGE} AS site
WORKDIR /build/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY LICENSE-APACHE ../
COPY config/cities.json config/city-names.json config/cities.LICENSE ../config/
COPY frontend ./
RUN npm run build

# The server. Crates and compiled files are cached between builds, so a build compiles only what has changed.
# rust-toolchain.toml is not copied: the base has a compiler, and the file would make rustup download another one.
FROM ${RUST_IMAGE} AS server
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev libpq-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY Cargo.toml Cargo.lock ./
# Only the files that are compiled in, so that a change of the proxy's settings does not cause a build.
COPY config/default.toml config/cities.json config/push-texts.json ./config/
COPY migrations ./migrations
COPY crates ./crates
# The commit that the binary reports: .git is not part of the build context.
ARG TOKIBAKO_COMMIT=
# cargo compares modification times with its cached files: sources with older times, as in an unpacked archive, would count as
# compiled.
RUN find Cargo.toml Cargo.lock config migrations crates -exec touch {} +
RUN --mount=type=cache,target=/usr/local/cargo/registry,sharing=locked \
    --mount=type=cache,id=tokibako-target,target=/build/target,sharing=locked \
    cargo build --release --locked --package tokibako \
    && install -D target/release/tokibako /out/tokibako

# The runtime: libpq connects to Postgres, tzdata has the time zone rules, ca-certificates verify the weather provider.
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
# Probes and metrics are on a separate port, which must not be published. The allocator gives freed memory back at once.
ENV MIMALLOC_PURGE_DELAY=0 \
    TOKIBAKO_LISTEN=0.0.0.0:8080 \
    TOKIBAKO_OPS_LISTEN=0.0.0.0:9090 \
    TOKIBAKO_SITE_DIR=/usr/share/tokibako/site
ARG TOKIBAKO_COMMIT=
LABEL org.opencontainers.image.revision="$TOKIBAKO_COMMIT"
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s CMD ["tokibako", "healthcheck"]
ENTRYPOINT ["tokibako"]
