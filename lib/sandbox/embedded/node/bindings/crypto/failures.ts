/** Prefix of the error code, by OpenSSL library. */
const PREFIXES: Readonly<Record<string, string>> = {
  'rsa routines': 'RSA_',
  'Diffie-Hellman routines': 'DH_',
  'common libcrypto routines': 'CRYPTO_',
  'digital envelope routines': 'EVP_',
};

/** An error as OpenSSL reports it; `number` is its OpenSSL error number. */
export const ossl = (number: string, library: string, reason: string): Error =>
  Object.assign(new Error(`error:${number}:${library}::${reason}`), {
    library,
    reason,
    code: `ERR_OSSL_${PREFIXES[library] ?? ''}${reason.toUpperCase().replaceAll(' ', '_')}`,
  });

/** An error as Node's C++ throws it. */
export const cryptoError = (Kind: ErrorConstructor, code: string, message: string): Error =>
  Object.assign(new Kind(message), { code });
