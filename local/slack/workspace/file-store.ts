import { SlackFailure } from '../payload/slack-failure.ts';

export interface File {
  readonly id: string;
  readonly name: string;
  title: string;
  readonly size: number;
  content?: Buffer;
  isComplete?: boolean;
  isShared?: boolean;
}

/** Files and their uploads: an upload is reserved, receives the bytes, and is then completed. */
export class Files {
  readonly #files = new Map<string, File>();

  /** @param size in bytes, which the upload must match */
  reserve(name: string, size: number): File {
    const id = `F0FILE${this.#files.size + 1}`;
    const file = { id, name, title: name, size };
    this.#files.set(id, file);
    return file;
  }

  find(id: string): File | undefined {
    return this.#files.get(id);
  }

  /** Receives the bytes of a reserved file. @returns the error code of a refusal */
  receive(id: string, content: Buffer): 'file_not_found' | 'file_upload_size_mismatch' | undefined {
    const file = this.#files.get(id);
    if (!file) return 'file_not_found';
    if (content.length !== file.size) return 'file_upload_size_mismatch';
    file.content = content;
    return undefined;
  }

  /** @throws SlackFailure `file_not_found` if there are no bytes yet */
  complete(id: string, title?: string): File {
    const file = this.#files.get(id);
    if (!file?.content) throw new SlackFailure('file_not_found');
    file.title = title ?? file.name;
    file.isComplete = true;
    return file;
  }

  /** Marks a file as contained in a posted message. An edit of a message doesn't share its files. */
  share(id: string): void {
    const file = this.#files.get(id);
    if (file) file.isShared = true;
  }

  isComplete(id: string): boolean {
    return this.#files.get(id)?.isComplete === true;
  }

  reset(): void {
    this.#files.clear();
  }
}
