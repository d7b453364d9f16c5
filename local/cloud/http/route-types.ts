import type * as z from 'zod';
import type { Caller, Permission } from '../access/permissions.ts';
import type { CloudStore, User } from '../store/cloud-store.ts';
import type { Settings } from '../store/settings.ts';
import type { Query } from './query.ts';
import type { Reply } from './reply.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A request whose sender is not authenticated yet. */
export interface Visit {
  readonly store: CloudStore;
  readonly settings: Settings;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The Host header of the request. */
  readonly host: string;
  readonly query: Query;
  /** Returns a path parameter, as written in the request. */
  param(name: string): string;
  /** Parses the body with a schema. @throws HttpError with 400 if it is neither JSON nor a form, or is invalid */
  body<Schema extends z.ZodType>(schema: Schema): z.output<Schema>;
  issueToken(user: User): Promise<string>;
}

/** A request from an authenticated caller with the permission and with access to the account. */
export type Call = Visit & {
  readonly caller: Caller;
  /** Alias from the path, in upper case. */
  readonly account: string;
};

interface Named {
  /** Name for the control endpoint, e.g. `alertPolicies.create`. */
  readonly name: string;
  readonly method: Method;
  /** Path with `:parameters`; `:account` is the account. */
  readonly path: string;
}

type OpenRoute = Named & { readonly needs: 'nothing'; answer(visit: Visit): Promise<Reply> };
type GuardedRoute = Named & { readonly needs: Permission; answer(call: Call): Reply };
export type Route = OpenRoute | GuardedRoute;
