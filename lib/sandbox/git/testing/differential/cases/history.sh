### log forms
git init -q
echo a > a; git add .; git commit -qm "First" -m "Body of the first."
echo b > b; git add .; git commit -qm "Second"
git tag v1; git branch side
echo c > a; git commit -qam "Third"
git log
git log --oneline
git log --oneline --decorate
git log --decorate=full --oneline
git log --no-decorate -1
git log -2 --stat
git log -1 -p
git log --name-only --oneline
git log --name-status -1
git log --numstat --format=%s
git log --shortstat --oneline
git log --summary --oneline
git log --raw -1 --oneline
### log pretty names
git init -q
echo a > a; git add .; git commit -qm "First" -m "Body." --author="Zed <z@z>"
git log --pretty=short
git log --pretty=full
git log --pretty=fuller
git log --pretty=raw
git log --format=reference
git log --format=email
git log --pretty=oneline
git log --oneline --no-abbrev-commit
git log --abbrev-commit -1
### log format placeholders
git init -q
echo a > a; git add .; git commit -qm "Subject line" -m "Body line 1
Body line 2"
git tag v1
git log -1 --format='%H %h %T %t %P %p'
git log -1 --format='%an %ae %al %cn %ce'
git log -1 --format='%ad|%aD|%ai|%aI|%at|%as'
git log -1 --format='%cd|%cD|%ci|%cI|%ct|%cs'
git log -1 --format='%s%n%b%n%B%nend'
git log -1 --format='[%d] [%D] %f'
git log -1 --format='%<(20)%s|%>(20)%an|%<(5,trunc)%s|'
git log -1 --format='%x41%% %m %N %e'
git log -1 --format='%Cred%h%Creset %C(yellow)%s%C(reset)' | cat -v
git log -1 --format='%w(20,2,4)%b'
git log -1 --pretty=tformat:'%h'
git log -2 --pretty=format:'%h'
git log -1 --format='%(trailers)%gd%gs'
### log format in colour always
git init -q
echo a > a; git add .; git commit -qm "S"
git log --color=always --format='%C(auto)%h%d %s %Cgreen%an' | cat -v
git log --color=always --oneline --graph | cat -v
### log limits
git init -q
for i in 1 2 3 4 5 6; do echo $i > f; git add f; git commit -qm "Commit $i"; done
git log --oneline -3
git log --oneline -n 2
git log --oneline --max-count=1
git log --oneline --skip=4
git log --oneline HEAD~3..
git log --oneline ..HEAD~2
git log --oneline HEAD~4..HEAD~1
git log --oneline HEAD~5
git log --oneline ^HEAD~2 HEAD
git log --oneline --reverse
git log --oneline -2 --reverse
git log --oneline --no-merges --first-parent
### log by time, author, message
git init -q
echo 1 > f; git add f; git commit -qm "fix: one" --author="Ann <ann@x>"
echo 2 > f; git commit -qam "feat: two" --author="Bob <bob@x>"
echo 3 > f; git commit -qam "Fix: three" --author="Ann <ann@x>"
git log --oneline --author=Ann
git log --oneline --author=bob -i
git log --oneline --grep=fix
git log --oneline --grep=fix -i
git log --oneline --grep=fix --grep=feat
git log --oneline --grep=fix --author=Ann --all-match
git log --oneline --invert-grep --grep=fix
git log --oneline --since="2023-11-14 22:16:00 +0000"
git log --oneline --until="2023-11-14 22:16:00 +0000"
git log --oneline --after=1700000200
git log --oneline -E --grep='(one|two)'
git log --oneline -F --grep='fix:'
### log by content
git init -q
echo 'foo()' > a; git add .; git commit -qm "add foo"
echo 'bar()' >> a; git commit -qam "add bar"
echo 'foo2()' >> a; git commit -qam "add foo2"
sed -i 1d a; git commit -qam "remove foo"
git log --oneline -S'foo()'
git log --oneline -G'foo'
git log -S bar --format=%s -p
git log --oneline --pickaxe-regex -S'fo+2'
git log -L1,1:a --oneline
### log of paths
git init -q
mkdir s; echo a > a; echo b > s/b; git add .; git commit -qm one
echo aa > a; git commit -qam two
echo bb > s/b; git commit -qam three
git rm -q a; git commit -qm four
git log --oneline -- a
git log --oneline s
git log --oneline -- s/b a
cd s
git log --oneline .
git log --oneline -- ../a
git log --oneline a; echo $?
git log --stat --oneline -- b
### log with merges and graph
git init -q
echo 0 > f; git add .; git commit -qm base
git switch -qc t; echo t > t; git add .; git commit -qm t1; echo t2 > t; git commit -qam t2
git switch -q main; echo m > m; git add .; git commit -qm m1
git merge -q t -m "Merge t"
echo end > e; git add .; git commit -qm end
git log --oneline --graph
git log --graph --oneline --decorate --all
git log --graph
git log --graph --stat -2
git log --merges --oneline
git log --no-merges --oneline
git log --first-parent --oneline
git log --oneline --topo-order
git log --oneline --date-order
git log --oneline --parents
git log --graph --format='%h %s%n%b'
git log --oneline t..main
git log --oneline --left-right m1...t 2>/dev/null; echo $?
### graph of three branches
git init -q
git commit -q --allow-empty -m base
for b in x y z; do git switch -q -c $b main; git commit -q --allow-empty -m $b; done
git switch -q main
git merge -q --no-ff x -m mx
git merge -q --no-ff y -m my
git log --graph --oneline --all
git merge -q x y z 2>/dev/null
git log --graph --oneline --all
### graph crossing
git init -q
c() { git commit -q --allow-empty -m "$1"; }
c 1; git switch -qc a; c a1; git switch -qc b main; c b1; git switch -q a; c a2
git merge -q b -m mab; git switch -q b; c b2; git switch -q main; c 2
git merge -q a -m ma; git merge -q b -m mb
git log --graph --oneline
git log --graph --oneline --all --decorate
git log --graph --oneline --first-parent
### log order with equal times
git init -q
export GIT_COMMITTER_DATE="1700000000 +0000" GIT_AUTHOR_DATE="1700000000 +0000"
c() { command git commit -q --allow-empty -m "$1"; }
c 1; git switch -qc t; c t1; c t2; git switch -q main; c m1; command git merge -q t -m merged; c m2
command git log --oneline --format=%s
command git log --graph --format=%s
command git rev-list --topo-order --format=%s HEAD | grep -v ^commit
### log across renames
git init -q
seq 1 20 > a; git add .; git commit -qm one
git mv a b; git commit -qm rename
echo more >> b; git commit -qam more
git log --oneline --follow b
git log --oneline b
git log --follow --name-status --format=%s b
git log -p --follow --format=%s b | head -30
### show forms
git init -q
mkdir d; echo a > a; echo b > d/b; git add .; git commit -qm one
echo aa > a; git commit -qam two -m "With body"
git show
git show HEAD~1 --stat
git show HEAD:a
git show HEAD:d
git show HEAD~1:./a
git show -s --format=%s HEAD HEAD~1
git show --oneline --name-only
git show HEAD^{tree}
git show :a
git tag -a v1 -m "Tag text"
git show v1
git show -s v1
git show HEAD -- d; echo $?
git show nothing; echo $?
git show HEAD:nothing; echo $?
### revisions of all kinds
git init -q
for i in 1 2 3; do echo $i > f; git add .; git commit -qm "c$i"; done
git tag -a v1 -m v1 HEAD~1
git rev-parse HEAD HEAD~1 HEAD^ HEAD^^ @ @~2 HEAD~1^0
git rev-parse v1 v1^{} v1^{commit} v1^{tree} HEAD^{tree} HEAD:f :f :0:f
git rev-parse ':/c2' 'HEAD^{/c1}' 'HEAD@{1}' '@{1}' main@{0}
git rev-parse --short HEAD
git rev-parse --short=4 HEAD
git rev-parse --verify HEAD
git rev-parse --verify nothing; echo $?
git rev-parse -q --verify nothing; echo $?
git rev-parse --symbolic-full-name HEAD main
git rev-parse --abbrev-ref HEAD main
git rev-parse HEAD~1..HEAD
git rev-parse HEAD^!
git rev-parse HEAD~9; echo $?
git rev-parse nothing; echo $?
git rev-parse --branches --tags
git rev-parse --all
### rev-parse of places
git init -q
mkdir -p a/b; cd a/b
git rev-parse --show-toplevel
git rev-parse --show-prefix
git rev-parse --show-cdup
git rev-parse --git-dir
git rev-parse --absolute-git-dir
git rev-parse --git-common-dir
git rev-parse --git-path hooks
git rev-parse --is-inside-git-dir --is-inside-work-tree --is-bare-repository
git rev-parse HEAD; echo $?
### rev-list
git init -q
for i in 1 2 3 4; do echo $i > f$i; git add .; git commit -qm "c$i"; done
git rev-list HEAD
git rev-list --count HEAD
git rev-list --count HEAD~3..HEAD
git rev-list -n 2 HEAD
git rev-list --max-parents=0 HEAD
git rev-list --reverse HEAD
git rev-list --all -- f2
git rev-list --left-right --count HEAD~2...HEAD~1
git rev-list --oneline HEAD~2..
git rev-list --parents -1 HEAD
git rev-list --objects HEAD~3
git rev-list; echo $?
### merge-base and ancestors
git init -q
git commit -q --allow-empty -m base; git switch -qc t; git commit -q --allow-empty -m t
git switch -q main; git commit -q --allow-empty -m m
git merge-base main t
git merge-base --is-ancestor t main; echo $?
git merge-base --is-ancestor HEAD~1 main; echo $?
git merge-base --all main t
git merge-base --fork-point main t
git merge-base --octopus main t
git rev-list --left-right main...t
git branch --contains HEAD~1
git branch --merged
git branch --no-merged
### blame
git init -q
printf '1\n2\n3\n' > f; git add .; git commit -qm one --author="Ann Longer <ann@x>"
sed -i '2s/.*/two/' f; git commit -qam two --author="Bob <b@x>"
echo 4 >> f
git blame f
git blame -s f
git blame -L2,3 f
git blame -L '/two/,+1' f
git blame -e HEAD -- f
git blame --porcelain f
git blame --line-porcelain -L1,1 f
git blame -l f | cut -c1-45
git blame HEAD~1 f
git blame --date=short f
git blame -w -M f
git blame nothing; echo $?
git annotate f | head -1
### blame across a rename and a merge
git init -q
seq 1 5 > f; git add .; git commit -qm one
git mv f g; sed -i '3s/.*/three/' g; git commit -qam two
git blame g
git switch -qc t HEAD~1; sed -i '1s/.*/ONE/' f; git commit -qam t; git switch -q main
git merge -q t -m m
git blame g
git blame -f g
git blame -n g
### describe
git init -q
git commit -q --allow-empty -m 1
git describe; echo $?
git describe --always
git tag light
git describe; echo $?
git describe --tags
git tag -a v1 -m v1
git commit -q --allow-empty -m 2; git commit -q --allow-empty -m 3
git describe
git describe --long --tags
git describe --abbrev=0
git describe --dirty
echo x > x; git add x
git describe --dirty --always
git describe --exact-match; echo $?
git describe --contains HEAD~2
git describe --all
git describe HEAD~1 --match 'v*'
git name-rev HEAD~1
git name-rev --name-only HEAD~2
### shortlog
git init -q
for i in 1 2 3; do git commit -q --allow-empty -m "a$i" --author="Ann <a@x>"; done
git commit -q --allow-empty -m b1 --author="Bob <b@x>"
git shortlog HEAD
git shortlog -s HEAD
git shortlog -sn HEAD
git shortlog -sne HEAD
git log --format='%an' | sort | uniq -c
### reflog
git init -q
git commit -q --allow-empty -m 1; git commit -q --allow-empty -m 2
git checkout -q HEAD~1; git checkout -q main; git reset -q --hard HEAD~1
git reflog
git reflog show main
git reflog -2
git reflog --format='%gd %gs'
git log -g --oneline
git reflog --date=iso | head -2
git rev-parse HEAD@{1}
git reset -q --hard HEAD@{1}
git log --oneline
git reflog exists refs/heads/main; echo $?
git log -g -1
### recover a lost commit
git init -q
echo 1 > f; git add .; git commit -qm 1; echo 2 > f; git commit -qam 2
git reset -q --hard HEAD~1
git branch rescue ORIG_HEAD
git log --oneline rescue
git cherry-pick rescue
cat f
### ls-tree and cat-file
git init -q
mkdir -p d/e; echo a > a; echo b > d/b; echo c > d/e/c; chmod +x a; git add .; git commit -qm one
git ls-tree HEAD
git ls-tree -r HEAD
git ls-tree -r --name-only HEAD
git ls-tree -d HEAD
git ls-tree -t -r HEAD
git ls-tree HEAD d/
git ls-tree HEAD d
git ls-tree -l HEAD
git ls-tree --full-tree HEAD
git cat-file -t HEAD
git cat-file -s HEAD:a
git cat-file -p HEAD
git cat-file -p HEAD^{tree}
git cat-file blob HEAD:d/b
git cat-file -e HEAD:nothing; echo $?
git cat-file commit HEAD
printf 'HEAD:a\nnope\n' | git cat-file --batch-check
echo HEAD:a | git cat-file --batch
### plumbing commit
git init -q
echo hello | git hash-object --stdin
echo hello | git hash-object -w --stdin
git cat-file -p ce013625030ba8dba906f756967f9e9ca394464a
git update-index --add --cacheinfo 100644,ce013625030ba8dba906f756967f9e9ca394464a,hello.txt
tree=$(git write-tree); echo $tree
c=$(echo "Message" | git commit-tree $tree); echo $c
git update-ref refs/heads/main $c
git log --oneline
git status -s
git checkout -q -f; cat hello.txt
git read-tree --empty; git status -s
git read-tree HEAD; git status -s
printf '100644 blob ce013625030ba8dba906f756967f9e9ca394464a\tx\n' | git mktree
git hash-object hello.txt
git hash-object -t blob hello.txt
### ls-files
git init -q
mkdir d; echo a > a; echo b > d/b; git add .; git commit -qm one
echo x >> a; rm d/b; echo n > n; echo m > d/m; git add d/m
git ls-files
git ls-files -s
git ls-files -m
git ls-files -d
git ls-files -o
git ls-files -c -o
git ls-files -t
git ls-files -z | tr '\0' ' '
git ls-files d
git ls-files '*.x' --error-unmatch; echo $?
git ls-files --error-unmatch a; echo $?
cd d; git ls-files; git ls-files --full-name
git ls-files --stage -- m
### grep
git init -q
mkdir d; printf 'one\nTwo\nthree\n' > a; printf 'two\nfoo bar\n' > d/b; echo u > u; git add a d; git commit -qm one
git grep two
git grep -n o
git grep -i two
git grep -l two
git grep -c o
git grep -w foo
git grep -e one -e bar
git grep -v o -- a
git grep -E 't(w|h)'
git grep -F 'foo bar'
git grep two HEAD
git grep -n two HEAD -- d
git grep nothing; echo $?
git grep -q two; echo $?
git grep --name-only o -- '*b'
git grep -h three
git grep -A1 one
git grep -n -C1 Two
git grep --count three
git grep --untracked u
git grep -o 'o[a-z]'
git grep --and -e o -e n
cd d; git grep two
git grep --full-name two
git grep one -- ..
### for-each-ref and show-ref
git init -q
git commit -q --allow-empty -m one; git branch b; git tag t; git tag -a at -m "Annotated"
git for-each-ref
git for-each-ref --format='%(refname) %(objecttype) %(subject)'
git for-each-ref --format='%(refname:short) %(objectname:short)' refs/heads
git for-each-ref --sort=-refname --count=2
git show-ref
git show-ref --heads
git show-ref --tags -d
git show-ref --verify refs/heads/b; echo $?
git show-ref nothing; echo $?
git for-each-ref --format='%(if)%(HEAD)%(then)*%(else) %(end)%(refname:short)' refs/heads
git for-each-ref --format='%(authorname) %(committerdate:iso)' refs/heads/b
### update-ref and symbolic-ref
git init -q
git commit -q --allow-empty -m 1; git commit -q --allow-empty -m 2
git update-ref refs/heads/x HEAD~1
git rev-parse x
git update-ref -d refs/heads/x
git symbolic-ref HEAD
git symbolic-ref --short HEAD
git symbolic-ref HEAD refs/heads/other
git status
git branch
git checkout -q --detach main 2>/dev/null; git symbolic-ref HEAD; echo $?
git symbolic-ref -q HEAD; echo $?
### notes
git init -q
git commit -q --allow-empty -m 1
git notes add -m "A note"
git notes show
git log
git notes append -m "More"
git notes list
git notes remove
git notes show; echo $?
### archive
git init -q
mkdir d; echo a > a; echo b > d/b; git add .; git commit -qm one
git archive HEAD | tar -tf -
git archive --format=tar --prefix=p/ HEAD | tar -tf -
git archive -o out.zip HEAD && ls out.zip
git archive HEAD d | tar -xOf - d/b
### bisect by hand
git init -q
for i in 1 2 3 4 5 6 7 8; do echo $i > f; git add f; git commit -qm "c$i"; done
git bisect start
git bisect bad
git bisect good HEAD~7
cat f
git bisect good
git bisect bad
git bisect good
git bisect log
git bisect reset
git branch
### bisect run
git init -q
for i in 1 2 3 4 5 6 7 8; do echo $i > f; git add f; git commit -qm "c$i"; done
git bisect start HEAD HEAD~7
git bisect run sh -c 'test $(cat f) -lt 5'
git bisect reset
git log --oneline -1
### bisect skip and terms
git init -q
for i in 1 2 3 4 5; do echo $i > f; git add f; git commit -qm "c$i"; done
git bisect start --term-old=works --term-new=broken
git bisect broken HEAD
git bisect works HEAD~4
git bisect skip
git bisect reset
### log of a fresh repository
git init -q
git log; echo $?
git show; echo $?
git diff
git diff --cached
git branch
git reflog; echo $?
git rev-parse HEAD; echo $?
git describe; echo $?
### whatchanged and diffs of a root
git init -q
echo a > a; git add .; git commit -qm one; echo b > a; git commit -qam two
git whatchanged
git log --raw --abbrev=4 --oneline
git log -p --reverse --format=%s
git show --format=fuller --date=raw -s
git log --date=relative -1 --format=%ad | grep -c ago
git log --date=rfc --format=%ad -1
git log --date=iso-strict --format=%ad -1
git log --date=local --format=%ad -1
git log --date=human --format=%ad -1
### combined diff across a rename
git init -q; printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n' > f; git add .; git commit -qm base; git checkout -qb t; git mv f g; sed -i s/2/two/ g; git commit -qam t; git checkout -q main; sed -i s/8/eight/ f; git commit -qam m; git merge -q t --no-edit; git show --cc; git show -c --stat; git show -m --stat --format=%s; sed -i s/5/five/ g; git commit -qa --amend --no-edit; git show; git log -p --cc -1 --format=%s
### log L across a rename
git init -q; printf 'function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n' > x.js; git add .; git commit -qm create; sed -i 's/return 1/return 10/' x.js; git commit -qam ten; git mv x.js y.js; git commit -qm rename; sed -i 's/return 2/return 20/' y.js; git commit -qam twenty; sed -i 's/return 10/return 11/' y.js; git commit -qam eleven; git log -L1,3:y.js --format=%s; git log -L :a:y.js --oneline -s; git log -L5,6:y.js --oneline --no-patch; git log -2 -L '/return/,+1:y.js' --format=%s
### shortlog reads a log
git init -q; for i in 1 2 3; do GIT_AUTHOR_NAME=$([ $i = 2 ] && echo Bob || echo Al) git commit -q --allow-empty -m "c $i"; done; git log | git shortlog; git log --format=short | git shortlog -sn; git log | git shortlog -se; git shortlog -sn < /dev/null; git shortlog -sn HEAD; git log --pretty=fuller | git shortlog -n; echo | git shortlog -s
### merge file
printf '1\n2\n3\n4\n5\n' > b; sed s/2/two/ b > o; sed s/4/four/ b > t; cp o x; git merge-file x b t; cat x; git merge-file -p o b t; sed s/2/zwei/ b > t; cp o x; git merge-file x b t; cat x; git merge-file -p --diff3 -L mine -L base -L theirs o b t; git merge-file -p --ours o b t; git merge-file -p --union o b t; git merge-file -q -p --theirs o b t; git merge-file -p --marker-size=3 o b t; git merge-file -p o b none; git merge-file -p --zdiff3 o b t
### grep leaves binaries out
git init -q; printf 'a\0needle\n' > bin; echo needle > t; git add .; git commit -qm 1; git grep needle; git grep -I needle; git grep -In needle HEAD; git shortlog -s HEAD; git remote add o .; git fetch -q o; git branch x; git fetch -q o; git branch -D x; git remote prune -n o; git branch -r; git remote prune o; git branch -r
### columns of wide letters
git init -q r && cd r && git commit -q --allow-empty -m "日本語のメッセージ長い" -m "Body 5" && git commit -q --allow-empty -m "plain ascii subject" && git commit -q --allow-empty -m "é"
git log --format='%<(12)%s|'; git log --format='%<(12,trunc)%s|'; git log --format='%>(12)%s|'; git log --format='%<(12,ltrunc)%s|'; git log --format='%<(12,mtrunc)%s|'; git log --format='%><(12)%s|'; git log --format='%<(20)%an%<(9,trunc)%s|%b|'; git log --format='%<(8,trunc)%b|'; git log --format='%h %<|(20)%s|'
### simplified histories and what is listed of them
git init -q; c() { echo $1 > $2; git add .; git commit -qm $1; }; c 1 a; git checkout -qb s; c 2 b; git checkout -q main; c 3 a; git merge -q s -m m
git log --simplify-merges --format=%s; git log --sparse -- a; git log -z --raw --oneline | tr '\0' '|'; git log -2 -z --name-only | tr '\0' '|'; git log --decorate --oneline --decorate-refs=refs/heads/; git -c log.excludeDecoration='refs/heads/s' log --oneline --decorate; git log --diff-merges=m --format=%s; git -c log.diffMerges=first-parent log -m -p -1 --format=%s; git log --left-only --format=%s
git show -2 -s --format=%s; git show --branches --all --format=%s -s; git show --diff-filter=D; git show --quiet; git show --graph; git rev-list --objects HEAD -- a; git rev-list --objects --filter=combine:blob:none+tree:2 HEAD; git rev-list HEAD ^s; touch s; git rev-list HEAD ^s; git rev-parse --disambiguate=0; git log -P --grep='(?i)M' --format=%s
### plumbing says no to what it cannot do
git init -q; git commit -q --allow-empty -m 1; git tag -a v -m v; echo f > f; git add f; git commit -qm 2; echo '*"x' > .gitignore
git symbolic-ref HEAD 'refs/heads/a b'; git symbolic-ref HEAD; git symbolic-ref refs/heads/s refs/heads/main; git symbolic-ref refs/heads/t refs/heads/s; git symbolic-ref refs/heads/t; git symbolic-ref --no-recurse refs/heads/t; git symbolic-ref -d refs/heads/t; git update-ref refs/heads/x; git reflog delete --dry-run HEAD@{0}; git reflog delete; git reflog; git describe HEAD:f; git describe --contains --all v; git describe --long --abbrev=0; git cat-file --batch HEAD < /dev/null; echo flush | git cat-file --batch-command; git cat-file --textconv HEAD
git ls-files --format='%(bad)'; git ls-files -s --format=x; git shortlog -1 HEAD; git for-each-ref --count=x; git diff-files HEAD; git diff-index; git diff-files --ours; git check-ignore . 'q"x'; git bundle; git bundle create --version=9 ../b HEAD; git archive; git config --local --global -l; git config --name-only --get user.name; git update-index --index-version 4; git update-index --index-info <<< bad; git status -z --long; git check-ref-format --branch HEAD
### versions of a commit with notes
git init -q; git commit -q --allow-empty -m base; git checkout -qb a; echo a > a; git add .; git commit -qm add; git notes add -m one -m two; git checkout -qb b main; echo a > a; git add .; git commit -qm add
git range-diff a...b; git range-diff --no-notes a...b
### what a driver calls binary, and a path that goes up
git init -q; printf '*.m -diff\n*.t diff\n' > .gitattributes; echo x > a.m; printf 'x\0' > b.t; echo x > c; mkdir -p d/e; git add .; git commit -qm 1
git grep -I x; git grep x; git grep -c x; git grep -l x; git grep -a x; git grep -n x HEAD; cd d; git show HEAD:./../c
