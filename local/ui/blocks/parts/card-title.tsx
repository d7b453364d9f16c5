import type { JsonObject } from '../../../slack/payload/json.ts';
import { TextObject } from './text-object.tsx';

/** The title and the subtitle of a card or a container, as far as it has them. */
export function CardTitle({ block: { title, subtitle } }: { block: JsonObject }) {
  return (
    <>
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
    </>
  );
}
