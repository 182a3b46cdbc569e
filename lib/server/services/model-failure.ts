import { ModelError, type ModelErrorCode } from '@/lib/models';
import { ServiceProblem } from './service';

const STATUS: Partial<Record<ModelErrorCode, number>> = {
  KEY_REQUIRED: 401,
  KEY_REFUSED: 401,
  BAD_REQUEST: 400,
  ADDRESS_REFUSED: 400,
};

/** Throws a provider's failure as a `ServiceProblem`, and any other error unchanged. */
export function modelFailure(error: unknown): never {
  if (!(error instanceof ModelError)) throw error;
  throw new ServiceProblem(STATUS[error.code] ?? 502, error.code, error.message);
}
