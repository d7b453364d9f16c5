declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** DynamoDB in memory; each time says how long a table stays in a passing state, in milliseconds. */
  export default function dynalite(options: {
    readonly createTableMs: number;
    readonly updateTableMs: number;
    readonly deleteTableMs: number;
  }): Server;
}
