import { useId, useMemo } from 'react';
import { asObject, asString, type JsonObject } from '../../slack/payload/json.ts';
import { Element } from './elements/element.tsx';
import { type Held, HeldContext } from './parts/block-context.tsx';
import { WarningIcon } from './parts/icons.tsx';
import { useSurface } from './parts/surface.ts';
import { Words } from './parts/text-object.tsx';

/** A labelled field with its hint and the message at it. */
export function Input({ block }: { block: JsonObject }) {
  const id = useId();
  const blockId = asString(block.block_id);
  const error = useSurface().errors[blockId];
  const optional = block.optional === true;
  const tells = block.dispatch_action === true;
  const hinted = block.hint !== undefined;
  const held = useMemo<Held>(
    () => ({
      block: blockId,
      keeps: true,
      tells,
      field: {
        control: `${id}control`,
        label: `${id}label`,
        describedBy: [error && `${id}error`, hinted && `${id}hint`].filter(Boolean).join(' ') || undefined,
        invalid: error !== undefined,
        required: !optional,
      },
    }),
    [id, blockId, tells, error, hinted, optional],
  );
  return (
    <div className="bk-input" data-invalid={error !== undefined || undefined}>
      <label className="bk-label" id={`${id}label`} htmlFor={`${id}control`} dir="auto">
        <Words of={block.label} />
        {optional && <span className="bk-optional"> (optional)</span>}
      </label>
      <HeldContext value={held}>
        <Element element={asObject(block.element)} />
      </HeldContext>
      {error && (
        <p className="bk-error" id={`${id}error`}>
          <WarningIcon /> {error}
        </p>
      )}
      {hinted && (
        <p className="bk-hint" id={`${id}hint`} dir="auto">
          <Words of={block.hint} />
        </p>
      )}
    </div>
  );
}
