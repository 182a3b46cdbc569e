export function freePort(host: string): Promise<number>;
export function answers(host: string, port: number): Promise<boolean>;
