/** The operators of dash's `test`. */
export const DASH_UNARY = /^-[bcdefghknprstuwxzGLOS]$/;
export const DASH_BINARY = /^(?:=|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;
