import { randomBytes, randomUUID } from 'node:crypto';
import { AwsError } from './aws-json.ts';

interface Version {
  readonly id: string;
  readonly value: string;
  /** Seconds since 1970. */
  readonly createdAt: number;
}

/** A secret with its last two versions, the current one first. */
export interface StoredSecret {
  readonly name: string;
  readonly arn: string;
  versions: readonly Version[];
}

/** The secrets of one region, by name. */
export class SecretStore {
  readonly #secrets = new Map<string, StoredSecret>();
  readonly #region: string;

  constructor(region: string) {
    this.#region = region;
  }

  has(name: string): boolean {
    return this.#secrets.has(name);
  }

  /** Finds a secret by name, ARN, or ARN without its random suffix. Throws an `AwsError` if there is none. */
  find(id: string): StoredSecret {
    const found =
      this.#secrets.get(id) ??
      [...this.#secrets.values()].find(({ arn }) => arn === id || arn.slice(0, -7) === id);
    if (found) return found;
    throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
  }

  create(name: string): StoredSecret {
    const suffix = randomBytes(3).toString('hex');
    const arn = `arn:aws:secretsmanager:${this.#region}:000000000000:secret:${name}-${suffix}`;
    const secret: StoredSecret = { name, arn, versions: [] };
    this.#secrets.set(name, secret);
    return secret;
  }

  /** Makes a value the current version, and the current one the previous. */
  write(secret: StoredSecret, value: string, id: string = randomUUID()): void {
    secret.versions = [{ id, value, createdAt: Date.now() / 1000 }, ...secret.versions.slice(0, 1)];
  }

  /** Writes a value under a name, new or not; anything but a string is kept as JSON. */
  put(name: string, value: unknown): void {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    this.write(this.#secrets.get(name) ?? this.create(name), text);
  }
}
