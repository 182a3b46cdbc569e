export function bundleHelper(): Promise<string>;
