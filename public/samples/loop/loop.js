console.log('counting');
for (let count = 0; ; count += 1) {
  if (count === Number.MAX_SAFE_INTEGER) count = 0;
}
