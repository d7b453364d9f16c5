import type { JsonObject } from '../../slack/payload/json.ts';
import { Actions } from './actions.tsx';
import { TextObject } from './parts/text-object.tsx';

export function Card({ block }: { block: JsonObject }) {
  const { title, subtitle, body, actions } = block;
  return (
    <article className="bk-card">
      {title !== undefined && (
        <div className="bk-card-title">
          <TextObject of={title} />
        </div>
      )}
      {subtitle !== undefined && (
        <div className="bk-card-subtitle">
          <TextObject of={subtitle} />
        </div>
      )}
      {body !== undefined && <TextObject of={body} />}
      {actions !== undefined && <Actions block={block} />}
    </article>
  );
}
