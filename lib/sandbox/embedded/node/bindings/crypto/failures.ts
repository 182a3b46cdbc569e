/** What stands before the reason in the codes of a library's errors. */
const PREFIXES: Readonly<Record<string, string>> = {
  'rsa routines': 'RSA_',
  'Diffie-Hellman routines': 'DH_',
  'common libcrypto routines': 'CRYPTO_',
  'digital envelope routines': 'EVP_',
};

/** An error as OpenSSL says it; `number` is its own of it. */
export const ossl = (number: string, library: string, reason: string): Error =>
  Object.assign(new Error(`error:${number}:${library}::${reason}`), {
    library,
    reason,
    code: `ERR_OSSL_${PREFIXES[library] ?? ''}${reason.toUpperCase().replaceAll(' ', '_')}`,
  });

/** What an operation of Node's C++ throws. */
export const failure = (Kind: ErrorConstructor, code: string, message: string): Error =>
  Object.assign(new Kind(message), { code });
