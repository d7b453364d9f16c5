import type { JsonObject } from '../../slack/payload/json.ts';
import { Actions } from './actions.tsx';
import { CardTitle } from './parts/card-title.tsx';
import { TextObject } from './parts/text-object.tsx';

export function Card({ block }: { block: JsonObject }) {
  const { body, actions } = block;
  return (
    <article className="bk-card">
      <CardTitle block={block} />
      {body !== undefined && <TextObject of={body} />}
      {actions !== undefined && <Actions block={block} />}
    </article>
  );
}
