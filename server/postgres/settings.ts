/** Durability of a cluster: nothing of people's work may be lost, all of a database that lives for one test run. */
export type Durability = "durable" | "throw-away";

/**
 * The server's settings, beyond the defaults of `initdb`. Two cores and a few hundred megabytes are the machine in
 * mind; a bigger one belongs behind DATABASE_URL.
 */
export function clusterSettings(port: number, durability: Durability): string {
  const safe = durability === "durable" ? "on" : "off";
  const settings: Record<string, string | number> = {
    listen_addresses: "'127.0.0.1'",
    port,
    // A socket file would need a folder with a short path that only we can enter; the loopback needs neither.
    unix_socket_directories: "''",
    max_connections: 100,
    password_encryption: "'scram-sha-256'",

    fsync: safe,
    full_page_writes: safe,
    synchronous_commit: safe,
    // Nothing replicates from this server.
    wal_level: "minimal",
    max_wal_senders: 0,
    max_wal_size: "'1GB'",
    checkpoint_timeout: "'5min'",

    shared_buffers: durability === "durable" ? "'256MB'" : "'128MB'",
    effective_cache_size: "'1GB'",
    work_mem: "'16MB'",
    maintenance_work_mem: "'128MB'",
    random_page_cost: 1.1,
    // Compiling a plan costs more than any of our queries gains by it.
    jit: "off",
    // Two cores serve several requests at once; one query on both delays the others. It also keeps /dev/shm free,
    // which containers often limit to 64 MB.
    max_parallel_workers_per_gather: 0,

    timezone: "'UTC'",
    log_timezone: "'UTC'",
    log_line_prefix: "'%m [%p] '",
    log_min_messages: "warning",
    log_checkpoints: "off",
    // Statements and details hold people's data, and secrets with it.
    log_error_verbosity: "terse",
    log_min_error_statement: "panic",
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  return `# Written at every start; changes made here are lost.\n${lines.join("\n")}\n`;
}
