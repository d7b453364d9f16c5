import type { Json, JsonObject } from './json.ts';
import { asObject, parseJson } from './json.ts';
import { SlackFailure } from './slack-failure.ts';

/** The arguments of one Web API call, however they were encoded. */
export class Arguments {
  readonly all: JsonObject;

  constructor(all: JsonObject) {
    this.all = all;
  }

  /** A string argument; numbers and booleans are taken as their text, as in a form. */
  text(name: string): string | undefined {
    const value = this.all[name];
    return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
  }

  /** A string argument that must be there. @throws SlackFailure `invalid_arguments` */
  required(name: string): string {
    const value = this.text(name);
    if (!value) throw new SlackFailure('invalid_arguments', [`missing required field: ${name}`]);
    return value;
  }

  flag(name: string): boolean {
    return ['true', '1'].includes(this.text(name) ?? '');
  }

  /** A whole number, such as `limit`. */
  number(name: string, otherwise: number): number {
    const value = Number.parseInt(this.text(name) ?? '', 10);
    return Number.isNaN(value) ? otherwise : value;
  }

  /** An argument that holds JSON, either as such or as its text. @throws SlackFailure with `code` when it does not parse */
  json(name: string, code = 'invalid_arguments'): Json | undefined {
    const value = this.all[name];
    if (typeof value !== 'string') return value;
    if (value === '') return undefined;
    const parsed = parseJson(value);
    if (parsed === undefined) throw new SlackFailure(code);
    return parsed;
  }
}

/** Reads a request body: JSON, or a form as Slack's client writes it. What can't be read has no arguments. */
export function readArguments(contentType: string, body: Buffer): Arguments {
  if (contentType.startsWith('application/json')) {
    return new Arguments(asObject(parseJson(body.toString('utf8'))));
  }
  return new Arguments(Object.fromEntries(new URLSearchParams(body.toString('utf8'))));
}
