import type { Json, JsonObject } from './json.ts';
import { asObject, parseJson } from './json.ts';
import { SlackFailure } from './slack-failure.ts';

/** The arguments of a Web API call, independent of their encoding. */
export class Arguments {
  readonly all: JsonObject;

  constructor(all: JsonObject) {
    this.all = all;
  }

  /** Returns a string argument. Numbers and booleans are converted to text, as in a form. */
  text(name: string): string | undefined {
    const value = this.all[name];
    return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
  }

  /** Returns a required string argument. @throws SlackFailure `invalid_arguments` */
  required(name: string): string {
    const value = this.text(name);
    if (!value) throw new SlackFailure('invalid_arguments', [`missing required field: ${name}`]);
    return value;
  }

  flag(name: string): boolean {
    return ['true', '1'].includes(this.text(name) ?? '');
  }

  number(name: string, otherwise: number): number {
    const value = Number.parseInt(this.text(name) ?? '', 10);
    return Number.isNaN(value) ? otherwise : value;
  }

  /** Returns a JSON argument, given as JSON or as its text. @throws SlackFailure with `code` if it can't be parsed */
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
