import { MAX_ANSWER } from '../common/constants';

/** The answer, whose body fails once it is longer than any that is meant; it may have no end. */
export function bounded(answer: Response): Response {
  if (!answer.body) return answer;
  let left = MAX_ANSWER;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.length;
      if (left < 0) controller.error(new Error('The answer is too long.'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counter), answer);
}
