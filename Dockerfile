# The page for others: `docker compose up`, or see docs/install.md.
FROM rust:1.95-slim-bookworm AS build
# git tells the build which commit it is; SQLite is compiled from C.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc=4:12.* git=1:2.39.* libc6-dev=2.36-* \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /spinney
COPY . .
# The release profile strips the program.
RUN cargo build --locked --release --package spinney

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install --yes --no-install-recommends curl=7.88.* \
    && rm -rf /var/lib/apt/lists/* \
    && groupadd --system --gid 10001 spinney \
    && useradd --system --uid 10001 --gid spinney --no-create-home spinney \
    && install --directory --owner=spinney --group=spinney /games
COPY --from=build /spinney/target/release/spinney /usr/local/bin/spinney
COPY --from=build /spinney/LICENSE-MIT /spinney/LICENSE-APACHE /usr/share/doc/spinney/
USER 10001:10001
VOLUME /games
EXPOSE 7741
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["curl", "--fail", "--silent", "http://127.0.0.1:7741/healthz"]
ENTRYPOINT ["spinney"]
CMD ["serve", "--no-open", "--listen", "0.0.0.0:7741", "--games", "/games", "--access-log", "-"]
