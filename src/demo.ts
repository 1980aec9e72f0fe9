// [edge] stub
import type { ExitStatus } from './errors.ts';
export async function demo(_out: (text: string) => void): Promise<ExitStatus> {
  return 0;
}
