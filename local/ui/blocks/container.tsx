import type { ReactNode } from 'react';
import { asObject, asString, isObject, type JsonObject } from '../../slack/payload/json.ts';
import { Picture } from './media.tsx';
import { ChevronIcon } from './parts/icons.tsx';
import { RichText } from './parts/rich-text-block.tsx';
import { PlainText, TextObject } from './parts/text-object.tsx';

/** Blocks under one title, which may be folded away. */
export function Container({ block, children }: { block: JsonObject; children: ReactNode }) {
  const divider = block.has_header_divider === true ? ' bk-container-divided' : '';
  const frame = {
    className: `bk-container${divider}`,
    'data-width': asString(block.width) || 'standard',
  };
  if (block.is_collapsible !== true)
    return (
      <section {...frame}>
        <Head block={block} />
        {children}
      </section>
    );
  return (
    <details {...frame} open={block.default_collapsed !== true}>
      <summary>
        <Head block={block} />
        <ChevronIcon />
      </summary>
      {children}
    </details>
  );
}

function Head({ block }: { block: JsonObject }) {
  return (
    <div className="bk-container-head">
      {isObject(block.icon) && <Picture image={block.icon} size="small" />}
      <div>
        <div className="bk-container-title">
          {block.title === undefined ? (
            <RichText block={asObject(block.rich_text_title)} />
          ) : (
            <p className="bk-text" dir="auto">
              <PlainText of={block.title} />
            </p>
          )}
        </div>
        {block.subtitle !== undefined && (
          <div className="bk-card-subtitle">
            <TextObject of={block.subtitle} />
          </div>
        )}
      </div>
    </div>
  );
}
