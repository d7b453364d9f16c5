import type * as z from 'zod';
import type { Caller, Permission } from '../access/permissions.ts';
import type { CloudStore, User } from '../store/cloud-store.ts';
import type { Settings } from '../store/settings.ts';
import type { Query } from './query.ts';
import type { Reply } from './reply.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A request whose sender nobody has asked for yet. */
export interface Visit {
  readonly store: CloudStore;
  readonly settings: Settings;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The Host header of the request. */
  readonly host: string;
  readonly query: Query;
  /** A path parameter, spelled as in the request. */
  param(name: string): string;
  /** The body as a schema reads it. @throws HttpError with 400 when the body is not JSON, nor a form, or does not fit. */
  body<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
  issueToken(user: User): Promise<string>;
}

/** A request from a known caller, who may do this, about an account the caller may see. */
export type Call = Visit & {
  readonly caller: Caller;
  /** Alias from the path, upper case. */
  readonly account: string;
};

interface Named {
  /** How the control endpoint calls it, e.g. `alertPolicies.create`. */
  readonly name: string;
  readonly method: Method;
  /** With `:parameters`; the one called `:account` is the account. */
  readonly path: string;
}

type OpenRoute = Named & { readonly needs: 'nothing'; answer(visit: Visit): Promise<Reply> };
type GuardedRoute = Named & { readonly needs: Permission; answer(call: Call): Reply };
export type Route = OpenRoute | GuardedRoute;
