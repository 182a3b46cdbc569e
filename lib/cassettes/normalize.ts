/** Text that differs in every run without meaning anything: durations, times, random ids, process ids in warnings, and commit ids, which depend on the time. */
const UNSTEADY: readonly RegExp[] = [
  /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?/g,
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi,
  /\b(?=\d*[a-f])(?=[a-f]*\d)([\da-f]{7,12}|[\da-f]{40})\b/g,
  /(?<=\(node:)\d+(?=\))/g,
  /\bduration_ms:?\s+[\d.]+/g,
  /\b\d+(\.\d+)?\s?(ms|µs|s|seconds?|milliseconds?)\b/g,
];

/** Replaces whatever differs in every run. */
export const normalize = (text: string): string => UNSTEADY.reduce((same, shape) => same.replaceAll(shape, '…'), text);
