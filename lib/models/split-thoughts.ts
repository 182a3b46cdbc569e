import { ThoughtSplitter, type ThoughtPiece } from './dialects';
import type { Model, ModelEvent, ModelRequest } from './model';

/** A model whose server may leave thoughts in the text: they become thoughts again, are not sent back and contain no calls. */
export const withThoughtsSplit = (model: Model): Model => ({
  name: model.name,
  turn: (request) => turn(model, request),
});

async function* turn(model: Model, request: ModelRequest): AsyncGenerator<ModelEvent> {
  const splitter = new ThoughtSplitter();
  for await (const event of model.turn(request)) {
    if (event.type === 'text') yield* splitter.push(event.delta).flatMap(asEvent);
    else {
      if (event.type === 'stop') yield* splitter.end().flatMap(asEvent);
      yield event;
    }
  }
}

function asEvent({ kind, text }: ThoughtPiece): ModelEvent[] {
  if (kind === 'frame') return [];
  return [{ type: kind === 'thought' ? 'reasoning' : 'text', delta: text }];
}
