import type { Json, JsonObject } from './json.ts';
import { isObject, parseJson } from './json.ts';
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

/** Reads a request body in any of the encodings that Slack takes. */
export async function readArguments(contentType: string, body: Buffer): Promise<Arguments> {
  if (contentType.startsWith('application/json')) {
    const parsed = parseJson(body.toString('utf8'));
    if (!isObject(parsed)) throw new SlackFailure('invalid_json');
    return new Arguments(parsed);
  }
  if (contentType.startsWith('multipart/form-data')) {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
    return new Arguments(
      Object.fromEntries([...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
    );
  }
  return new Arguments(Object.fromEntries(new URLSearchParams(body.toString('utf8'))));
}
