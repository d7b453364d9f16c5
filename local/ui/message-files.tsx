import { asString, type JsonObject } from '../slack/payload/json.ts';

/** The files of a message. */
export function Files({ files }: { files: readonly JsonObject[] }) {
  return files.map(({ id, name, title, size }) => (
    <div className="file" key={asString(id)}>
      <a href={`/files/${asString(id)}`} download={asString(name)}>
        {asString(title) || asString(name)}
        <small> {Math.ceil(Number(size) / 1024)} KB</small>
      </a>
    </div>
  ));
}
