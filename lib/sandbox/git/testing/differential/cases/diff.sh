### diff of the work tree
git init -q
seq 1 30 > n; echo x > x; git add .; git commit -qm one
sed -i '3d;15s/.*/fifteen/' n; echo more >> x
git diff
git diff --stat
git diff --numstat
git diff --shortstat
git diff --name-only
git diff --name-status
git diff -U0
git diff -U1 n
git diff -- x
### diff cached
git init -q
echo a > a; git add .; git commit -qm one
echo b > a; git add a; echo c > a; echo n > n; git add n
git diff --cached
git diff --staged --stat
git diff
git diff HEAD
git diff HEAD --stat
### diff between commits
git init -q
echo a > a; git add .; git commit -qm one
echo b > b; git add .; git commit -qm two
git switch -qc t; echo t > t; git add .; git commit -qm t
git switch -q main; echo m > m; git add .; git commit -qm m
git diff HEAD~1 HEAD
git diff HEAD~1..HEAD --stat
git diff main t
git diff main...t
git diff main..t --name-status -- t
git diff HEAD^ -- m
git diff --exit-code; echo $?
git diff --exit-code HEAD~1 > /dev/null; echo $?
git diff --quiet HEAD~1; echo $?
### diff without newline at the end
git init -q
printf 'a\nb' > f; printf 'x' > g; git add .; git commit -qm one
printf 'a\nb\n' > f; printf 'y' > g
git diff
git commit -qam two
git show
### diff of binary files
git init -q
printf 'a\0b' > bin; git add .; git commit -qm one
printf 'a\0c\0d' > bin
git diff
git diff --stat
git diff --numstat
git commit -qam two
git log --stat -1
### diff of new, deleted and empty files
git init -q
echo a > a; touch e; git add .; git commit -qm one
rm a; touch e2; echo n > n; git add -A
git diff --cached
git diff --cached --stat
git diff --cached --summary
git diff --cached --raw
### diff of renames and copies
git init -q
seq 1 40 > old; git add .; git commit -qm one
git mv old new; sed -i '5s/.*/five/' new; git add .
git diff --cached
git diff --cached --stat
git diff --cached --name-status
git diff --cached --no-renames --stat
git diff --cached -M90% --summary
mkdir d; git mv new d/new
git diff --cached --stat
cp d/new d/copy; git add .; git commit -qm two
git show --stat
git show -C --find-copies-harder --name-status
### diff of modes
git init -q
echo a > a; git add .; git commit -qm one
chmod +x a
git diff
git diff --stat
git diff --summary
git commit -am mode
git show --raw
git show --format= --name-status
### diff ignoring space
git init -q
printf 'a b\nc\n\nd\n' > f; git add .; git commit -qm one
printf 'a   b\nc \nd\n\n' > f
git diff
git diff -w
git diff -b
git diff --ignore-blank-lines
git diff --ignore-space-at-eol --stat
git diff -w --stat
### diff word by word
git init -q
printf 'The quick brown fox\njumps over\n' > f; git add .; git commit -qm one
printf 'The slow brown fox\njumps high over\nit\n' > f
git diff --word-diff
git diff --word-diff=porcelain
git diff --word-diff=color | cat -v
git diff --color-words | cat -v
### diff in colour
git init -q
echo a > f; git add .; git commit -qm one
echo b > f
git diff --color | cat -v
git diff --color=always --stat | cat -v
git -c color.ui=always status -s | cat -v
git log --color --oneline --decorate | cat -v
### diff headings of functions
git init -q
cat > f.c <<'X'
int one(void)
{
	a();
	b();
	c();
	d();
	e();
}

int two(void)
{
	a();
	b();
	c();
	d();
	e();
	return 1;
}
X
git add .; git commit -qm one
sed -i 's/return 1/return 2/' f.c
git diff
git diff -W
git diff --function-context --stat
### diff moves hunks as git does
git init -q
cat > f.py <<'X'
def a():
    x = 1
    return x

def b():
    y = 2
    return y
X
git add .; git commit -qm one
cat > f.py <<'X'
def a():
    x = 1
    return x

def c():
    z = 3
    return z

def b():
    y = 2
    return y
X
git diff
printf '}\n}\n' > g; git add .; git commit -qm two
printf '}\nif {\n}\n}\n' > g
git diff g
### diff of repeated lines
git init -q
printf 'a\na\nb\na\na\nc\n' > f; git add .; git commit -qm one
printf 'a\nb\na\na\na\nc\na\n' > f
git diff
git diff --patience
git diff --histogram
git diff --minimal
### diff inter-hunk and order
git init -q
seq 1 50 > f; git add .; git commit -qm one
sed -i '10s/$/x/;18s/$/x/;40s/$/x/' f
git diff
git diff -U2 --inter-hunk-context=10
### diff filters
git init -q
echo a > a; echo b > b; git add .; git commit -qm one
echo aa > a; rm b; echo c > c; git add -A
git diff --cached --diff-filter=A --name-only
git diff --cached --diff-filter=d --name-only
git diff --cached --diff-filter=DM --name-status
git diff --cached -S aa --name-only
git diff --cached -G '^c' --name-only
### diff of paths by pattern
git init -q
mkdir -p s/t; for f in a.js b.ts s/c.js s/t/d.js; do echo 1 > $f; done; git add .; git commit -qm one
for f in a.js b.ts s/c.js s/t/d.js; do echo 2 > $f; done
git diff --name-only -- '*.js'
git diff --name-only -- s
git diff --name-only -- ':!s'
git diff --name-only -- ':(exclude)*.ts' .
git diff --name-only -- ':(glob)*.js'
cd s
git diff --name-only
git diff --relative --name-only
git diff --stat
git diff --name-only -- ../a.js
git diff --name-only -- :/b.ts
### diff --no-index
printf 'a\nb\n' > a; printf 'a\nc\n' > b
git diff --no-index a b; echo $?
git diff --no-index a a; echo $?
git diff --no-index --stat a b
### diff of two blobs and files
git init -q
echo a > a; echo b > b; git add .; git commit -qm one
git diff HEAD:a HEAD:b
git diff HEAD:a b
echo c > a
git diff HEAD:a a
### diff with prefixes and full index
git init -q
echo a > a; git add .; git commit -qm one; echo b > a
git diff --no-prefix
git diff --src-prefix=x/ --dst-prefix=y/
git diff --full-index
git diff --abbrev=10
git diff -R
git diff --output=out.patch; cat out.patch
git diff --patch-with-stat
git diff --compact-summary
git diff --dirstat
git diff -z --name-only | tr '\0' '!'
### diff --check
git init -q
printf 'a\n' > a; git add .; git commit -qm one
printf 'a \n\tb\n' > a
git diff --check; echo $?
### stat of long names and many lines
git init -q
mkdir -p a/very/long/path/that/goes/on/and/on/and/on/for/a/while/until/it/ends
seq 1 200 > a/very/long/path/that/goes/on/and/on/and/on/for/a/while/until/it/ends/file.txt
seq 1 3 > small; git add .; git commit -qm one
sed -i 's/$/x/' a/very/long/path/that/goes/on/and/on/and/on/for/a/while/until/it/ends/file.txt
echo more >> small
git diff --stat
git diff --stat=60
git diff --stat=120,80
git diff --stat-width=40
git show --stat --oneline
### stat with renames in folders
git init -q
mkdir -p src/lib; seq 1 9 > src/lib/util.js; echo r > README; git add .; git commit -qm one
mkdir -p src/core; git mv src/lib/util.js src/core/util.js; git mv README README.md
git commit -qm moved
git show --stat
git show --name-status --format=%s
git log --follow --oneline src/core/util.js
git diff HEAD~1 --summary
### diff-tree, diff-index and diff-files
git init -q
echo a > a; mkdir d; echo b > d/b; git add .; git commit -qm one
echo aa > a; echo bb > d/b; git add a
git diff-files
git diff-index HEAD
git diff-index --cached HEAD --name-only
git commit -qam two
git diff-tree HEAD
git diff-tree -r HEAD
git diff-tree -r --no-commit-id --name-only HEAD
git diff-tree -p HEAD~1 HEAD
git diff-tree --root -r HEAD~1
### diff of a merge commit
git init -q
printf '1\n2\n3\n' > f; git add .; git commit -qm base
git switch -qc t; printf '1\n2\nthree\n' > f; git commit -qam t
git switch -q main; printf 'one\n2\n3\n' > f; git commit -qam m
git merge -q t -m merged
git show
git show -m --stat
git log -p -1
git diff HEAD^1 HEAD
git diff HEAD^!
git show --first-parent
### combined diff of a conflict solved
git init -q
echo a > f; git add .; git commit -qm base
git switch -qc t; echo t > f; git commit -qam t
git switch -q main; echo m > f; git commit -qam m
git merge t > /dev/null
echo both > f
git diff
git commit -qam merged
git show
git show --stat
git show -c
git log --oneline --cc -1
### large diff of code
git init -q
for i in $(seq 1 60); do echo "function f$i() {"; echo "  return $i;"; echo "}"; echo; done > big.js
git add .; git commit -qm one
sed -i '/f20()/,/^}/d; s/return 40/return 400/; /f50()/i // note' big.js
git diff
git diff --stat
### apply patches
git init -q
seq 1 10 > f; git add .; git commit -qm one
sed -i '5s/.*/five/' f; git diff > p.diff; git checkout -q f
git apply --stat p.diff
git apply --check p.diff; echo $?
git apply p.diff
git diff --stat
git apply -R p.diff
git status -s
git apply --index p.diff
git status -s
git apply --cached -R p.diff
git status -s
git apply p.diff; echo $?
### apply new, deleted, renamed, mode and binary
git init -q
seq 1 9 > a; echo d > d; echo m > m; printf 'x\0y' > bin; git add .; git commit -qm one
git rm -q d; git mv a b; echo new > n; chmod +x m; printf 'x\0z' > bin; git add -A; git commit -qm two
git diff --binary HEAD~1 HEAD > ../p.diff
git reset -q --hard HEAD~1
git apply --numstat ../p.diff
git apply --summary ../p.diff
git apply --index ../p.diff
git status -s
cat ../p.diff | head -5
### apply with offsets, -p, --reject and 3way
git init -q
seq 1 30 > f; git add .; git commit -qm one
sed -i '20s/.*/twenty/' f; git diff > ../p.diff; git checkout -q f
sed -i '1i zero' f
git apply -v ../p.diff
git diff --stat
git checkout -q f; sed -i '20s/.*/other/' f; git commit -qam other
git apply ../p.diff; echo $?
git apply --reject ../p.diff; echo $?
ls
git update-index -q --refresh; git apply --3way ../p.diff; echo $?
git status -s
### format-patch and am
git init -q
echo a > a; git add .; git commit -qm "First"
echo b > b; git add .; git commit -qm "Add b" -m "With a body."
echo c >> a; git commit -qam "Change a: more"
git format-patch HEAD~2
cat 0001-Add-b.patch | sed '$d' | sed '$d'
git format-patch -1 --stdout | head -20
git switch -q -c t HEAD~2
git am *.patch
git log --format='%s|%b|%an %ad'
### am conflict, abort, skip
git init -q
echo a > a; git add .; git commit -qm base
echo b > a; git commit -qam change
git format-patch -1 -o ../out
git reset -q --hard HEAD~1; echo c > a; git commit -qam other
git am ../out/*.patch; echo $?
git status
git am --abort
git status -s
git log --oneline
### cherry and range in patches
git init -q
echo a > a; git add .; git commit -qm base
git switch -qc t; echo b > b; git add b; git commit -qm b; echo c > c; git add c; git commit -qm c
git switch -q main; echo z > z; git add z; git commit -qm z; git cherry-pick t~1
git cherry main t
git cherry -v main t
git log --cherry-pick --oneline --left-right main...t
git format-patch main..t --stdout | grep Subject
### interdiff of stash and index
git init -q
echo a > a; git add .; git commit -qm one
echo b > a; git stash -q
git stash show
git stash show -p
git diff stash@{0}^ stash@{0}
git diff HEAD stash --stat
### attributes: text eol and diff
git init -q
printf '*.txt text eol=crlf\n*.bin binary\n*.lock -diff\n' > .gitattributes
printf 'a\r\nb\r\n' > a.txt; printf 'x\n' > x.bin; echo l > p.lock
git add .; git commit -qm one
git cat-file -p :a.txt | od -c | head -2
rm a.txt; git checkout a.txt; od -c a.txt | head -2
echo y > x.bin; echo m > p.lock
git diff
git check-attr -a a.txt x.bin
git check-attr eol -- a.txt
### autocrlf input
git init -q
git config core.autocrlf input
printf 'a\r\nb\r\n' > a; git add a; git commit -qm a
git cat-file -p HEAD:a | od -c | head -1
git status -s
### submodule words
git init -q
git submodule; echo $?
git submodule status; echo $?
### options of diffs that few think of
git init -q; mkdir d; printf 'a() {\n  one\n}\n\nb() {\n  two\n}\n' > f; echo x > d/x; ln -s f l; git add .; git commit -qm 1; printf 'c() {\n  one\n}\n\na() {\n  one\n}\n\nd() {\n  two\n}\n\nb() {\n  two\n}\n' > f; rm l; echo l > l; echo y > d/x
git diff -U; git diff --anchored='b() {' f; git diff --no-abbrev f; git diff --find-object=HEAD:f --stat; git diff --find-object=no; git diff --compact-summary; git -C d -c diff.relative=true diff --stat; git diff --name-only --name-status; git diff -Ga --pickaxe-regex; git commit -qam 2; git format-patch --stdout -1 | git patch-id --stable; git checkout -qb t HEAD~1; echo t > t; git add t; git commit -qm t; git merge -q --no-edit main; git diff HEAD^@ --stat; git --noglob-pathspecs ls-files '*' ':(glob)d/*'
