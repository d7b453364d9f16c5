declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** DynamoDB in memory. The options are the durations of a table's transitional states, in milliseconds. */
  export default function dynalite(options: {
    readonly createTableMs: number;
    readonly updateTableMs: number;
    readonly deleteTableMs: number;
  }): Server;
}
