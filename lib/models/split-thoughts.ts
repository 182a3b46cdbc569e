import { ThoughtSplitter, type ThoughtPiece } from './dialects';
import type { Model, ModelEvent, ModelRequest } from './model';

/** A model whose server may leave thoughts in the text: they become thoughts again, are not sent back and contain no calls. */
export const withThoughtsSplit = (model: Model): Model => ({
  name: model.name,
  turn: (request) => turn(model, request),
});

async function* turn(model: Model, request: ModelRequest): AsyncGenerator<readonly ModelEvent[]> {
  const splitter = new ThoughtSplitter();
  const split = (event: ModelEvent): ModelEvent[] => {
    if (event.type === 'text') return splitter.push(event.delta).flatMap(asEvent);
    return event.type === 'stop' ? [...splitter.end().flatMap(asEvent), event] : [event];
  };
  for await (const events of model.turn(request)) yield events.flatMap(split);
}

function asEvent({ kind, text }: ThoughtPiece): ModelEvent[] {
  if (kind === 'frame') return [];
  return [{ type: kind === 'thought' ? 'reasoning' : 'text', delta: text }];
}
