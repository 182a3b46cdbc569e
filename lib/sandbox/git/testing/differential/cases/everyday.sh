### feature branch merged without ff
git init -q; echo a > a; git add a; git commit -qm "Initial commit"
git switch -c feature/login 2>&1
echo b > login.js; git add login.js; git commit -m "Add login form"
echo c >> login.js; git commit -am "Validate login"
git checkout main 2>&1
git merge --no-ff feature/login -m "Merge feature/login" 2>&1
git log --oneline --graph
git branch -d feature/login 2>&1
git log --oneline --first-parent
### merge conflict with messages
git init -q; printf 'one\ntwo\nthree\n' > f; git add f; git commit -qm base
git checkout -q -b side; printf 'one\nSIDE\nthree\n' > f; git commit -qam side
git checkout -q main; printf 'one\nMAIN\nthree\n' > f; git commit -qam main
git merge side 2>&1; echo "code $?"
cat f
git status
git status --short
git diff
git merge --abort 2>&1; git status
git merge side 2>&1; git checkout --theirs f 2>&1; cat f; git add f; git commit -m "Merged" 2>&1; git log --oneline --graph
### merge conflict modify delete
git init -q; echo a > f; echo k > k; git add .; git commit -qm base
git checkout -q -b side; git rm -q f; git commit -qm gone
git checkout -q main; echo b >> f; git commit -qam changed
git merge side 2>&1; echo $?
git status
git rm f 2>&1; git commit --no-edit 2>&1; git log --oneline
### add add conflict
git init -q; git commit -q --allow-empty -m base
git checkout -q -b side; printf 'x\ny\n' > n; git add n; git commit -qm side
git checkout -q main; printf 'x\nz\n' > n; git add n; git commit -qm main
git merge side 2>&1; cat n; git status -s; git ls-files -u; git diff --name-only --diff-filter=U
git merge --continue 2>&1; echo $?
echo done > n; git add n; GIT_EDITOR=true git merge --continue 2>&1
### rebase conflict and continue
git init -q; printf '1\n2\n3\n' > f; git add f; git commit -qm base
git checkout -q -b topic; printf '1\ntopic\n3\n' > f; git commit -qam "topic change"; echo n > n; git add n; git commit -qm "add n"
git checkout -q main; printf '1\nmain\n3\n' > f; git commit -qam "main change"
git checkout -q topic; git rebase main 2>&1; echo $?
git status
cat f
printf '1\nboth\n3\n' > f; git add f; GIT_EDITOR=true git rebase --continue 2>&1
git log --oneline --graph --all; git status
### rebase skip and abort
git init -q; echo 1 > f; git add f; git commit -qm base
git checkout -q -b t; echo t > f; git commit -qam t1; echo u > g; git add g; git commit -qm t2
git checkout -q main; echo m > f; git commit -qam m1
git rebase t 2>&1; git rebase --abort 2>&1; git status -sb; git log --oneline
git checkout -q t; git rebase main 2>&1 | tail -3; git rebase --skip 2>&1; git log --oneline
### cherry-pick conflict
git init -q; printf 'a\nb\nc\n' > f; git add f; git commit -qm base
git checkout -q -b x; printf 'a\nX\nc\n' > f; git commit -qam "x change" -m "with a body"
git checkout -q main; printf 'a\nM\nc\n' > f; git commit -qam m
git cherry-pick x 2>&1; echo $?
git status; cat f
git cherry-pick --abort 2>&1; git status -s
git cherry-pick x > /dev/null 2>&1; echo r > f; git add f; git cherry-pick --continue --no-edit 2>&1; git log --format='%s|%b|%an|%ad' -1 --date=iso
### cherry-pick range and -x
git init -q; echo a > a; git add a; git commit -qm a
git checkout -q -b s; for i in 1 2 3; do echo $i > f$i; git add .; git commit -qm "s$i"; done
git checkout -q main; git cherry-pick s~2..s 2>&1; git log --oneline; git cherry-pick -x s~2 2>&1; git log -1 --format=%B
git cherry-pick -n s~1 2>&1; git status -s
### revert forms
git init -q; echo a > f; git add f; git commit -qm one; echo b >> f; git commit -qam two; echo c >> f; git commit -qam three
git revert --no-edit HEAD 2>&1; cat f; git log -1 --format=%B
git revert -n HEAD~2 2>&1; echo $?; git status -s; git revert --abort 2>&1; echo $?
git revert --no-edit HEAD~1..HEAD 2>&1; git log --oneline
### reset forms
git init -q; echo 1 > f; git add f; git commit -qm one; echo 2 > f; git commit -qam two; echo 3 > f; git commit -qam three
git reset --soft HEAD~1; git status -s
git reset 2>&1; git status -s; git reset --hard HEAD~1 2>&1; cat f; git reflog
git reset --hard HEAD@{1} 2>&1; echo x > n; git add n; git reset n; git status -s; git reset --merge; git reset --keep HEAD~1 2>&1; git status -s
### restore and staged
git init -q; echo 1 > f; echo 1 > g; git add .; git commit -qm one; echo 2 > f; echo 2 > g; git add f
git restore --staged f; git status -s; git restore g; cat g; git restore --source=HEAD --staged --worktree f; cat f; git restore nothing 2>&1; echo $?; git restore . ; git status
### switch errors
git init -q; git commit -q --allow-empty -m one
git switch nope 2>&1; echo $?; git switch -c main 2>&1; echo $?; git checkout nope 2>&1; echo $?; git switch --detach HEAD 2>&1; git switch - 2>&1; git switch v1 2>&1; git tag v1; git switch v1 2>&1; echo $?; git checkout v1 2>&1; git status
### clean forms
git init -q; echo '*.log' > .gitignore; git add .; git commit -qm one; mkdir d; touch d/x y z.log; git clean -n; git clean -nd; git clean 2>&1; echo $?; git clean -fd; git clean -fX; git status -s --ignored; mkdir -p e/f; touch e/f/g; git clean -fdx -e g; ls -A
### annotated tags
git init -q; git commit -q --allow-empty -m one; git tag -a v1.0 -m "Version 1.0"; git tag v1.1; git tag; git tag -n; git tag -l 'v1.*' --sort=-v:refname; git show v1.0 | head -12; git cat-file -t v1.0; git cat-file -p v1.0 | tail -3; git tag -d v1.1; git tag v1.0 2>&1; echo $?; git tag -f v1.0 HEAD 2>&1; git tag --contains HEAD; git tag --points-at HEAD; git tag -v v1.0 2>&1; echo $?
### describe forms
git init -q; git commit -q --allow-empty -m one; git describe 2>&1; echo $?; git tag light; git describe 2>&1; git describe --tags; git tag -a v1 -m v1; git commit -q --allow-empty -m two; git describe; git describe --long --always; git describe --abbrev=4; git describe --abbrev=0; git describe --dirty; git describe --tags --match 'l*'; git describe --exact-match 2>&1; echo $?; git describe --always --abbrev=6 HEAD~1; git describe --contains HEAD~1
### reflog and recovery
git init -q; for i in 1 2 3; do echo $i > f; git add f; git commit -qm "c$i"; done; git reset -q --hard HEAD~2; git reflog; git reflog -2; git reflog show main; git log -g --oneline; git rev-parse HEAD@{1}; git branch saved HEAD@{1}; git log --oneline saved; git checkout -q -; git reflog exists refs/heads/main; echo $?
### bisect run
git init -q; for i in 1 2 3 4 5 6 7 8; do echo $i > f; git add f; git commit -qm "c$i"; done
git bisect start 2>&1; git bisect bad 2>&1; git bisect good HEAD~7 2>&1; git bisect run sh -c 'test $(cat f) -lt 5' 2>&1; git bisect log; git bisect reset 2>&1; git status -sb
### worktree add list remove
git init -q; git commit -q --allow-empty -m one; git worktree add ../wt -b feature 2>&1; git worktree list | sed 's/ .*\[/ [/'; cd ../wt; git status -sb; echo x > x; git add x; git commit -qm x; cd ../work; git branch; git branch -d feature 2>&1; echo $?; git worktree remove ../wt 2>&1; git worktree list | wc -l; git worktree prune; git log --oneline --all
### add -p by stdin
git init -q; seq 1 20 > f; git add f; git commit -qm one; sed -i '2s/.*/two/;18s/.*/eighteen/' f
printf 'y\nn\n' | git add -p 2>&1; git diff --cached --stat; git diff; printf 's\ny\n' | git add -p; git status -s; printf 'q\n' | git reset -p; printf 'y\n' | git checkout -p 2>&1 | tail -3; git status -s
### rebase -i by a sequence editor
git init -q; for i in 1 2 3 4; do echo $i > f$i; git add .; git commit -qm "commit $i"; done
GIT_SEQUENCE_EDITOR='sed -i 2s/pick/squash/' GIT_EDITOR=true git rebase -i HEAD~3 2>&1; git log --format='%h %s%n%b'
GIT_SEQUENCE_EDITOR='sed -i 1s/pick/drop/' git rebase -i HEAD~1 2>&1; git log --oneline; GIT_SEQUENCE_EDITOR=false git rebase -i HEAD~1 2>&1; echo $?
### rebase -i edit and amend
git init -q; for i in 1 2 3; do echo $i > f$i; git add .; git commit -qm "commit $i"; done
GIT_SEQUENCE_EDITOR='sed -i 1s/pick/edit/' git rebase -i HEAD~2 2>&1; git status; echo more >> f2; git commit -q --amend -a --no-edit; git rebase --continue 2>&1; git log --oneline --stat
### fixup and autosquash
git init -q; echo 1 > a; git add a; git commit -qm "first thing"; echo 2 > b; git add b; git commit -qm "second thing"; echo 1b > a; git add a; git commit --fixup HEAD~1; git log --oneline; GIT_SEQUENCE_EDITOR=true git rebase -i --autosquash --root 2>&1; git log --oneline --name-status; echo x >> b; git commit -a --squash HEAD -m note; git log -1 --format=%B
### commit amend forms
git init -q; echo a > a; git add a; git commit -m "frist" 2>&1; git commit --amend -m "first" 2>&1; echo b > b; git add b; git commit --amend --no-edit 2>&1; git show --stat --format='%s %an'; git commit --amend --author='Bob <bob@x.org>' --no-edit 2>&1; git log --format='%an <%ae> %cn' -1; git commit --amend --reset-author --no-edit -q; git log -1 --format=%an; git commit 2>&1; echo $?; git commit -m x 2>&1; echo $?; git commit --allow-empty -m "empty one" 2>&1
### format-patch and am
git init -q; echo a > f; git add f; git commit -qm base; git checkout -q -b t; echo b >> f; git commit -qam "Add b" -m "Body text."; echo c > g; git add g; git commit -qm "Add g"
git format-patch main; cat 0001-Add-b.patch; git checkout -q main; git am 0001-Add-b.patch 0002-Add-g.patch; git log --format='%s|%b|%an|%aI'; git am --abort 2>&1; echo $?
### apply forms
git init -q; seq 1 10 > f; git add f; git commit -qm one; sed -i 5s/5/five/ f; git diff > p.diff; git checkout -q f; git apply --stat p.diff; git apply --check p.diff; git apply p.diff; git diff --stat; git apply -R p.diff; git status -s; git apply --index p.diff; git status -s; git apply p.diff 2>&1; echo $?; git apply nofile 2>&1; echo $?
### grep forms
git init -q; mkdir src; printf 'hello world\nfoo bar\nHello again\n' > src/a.txt; printf 'foo(1)\nhello\n' > b.js; git add .; git commit -qm one; git grep hello; git grep -n hello; git grep -i -c hello; git grep -l foo; git grep -w foo -- '*.js'; git grep -e foo --and -e bar; git grep -h hello; git grep nothing; echo $?; git grep -n hello HEAD; git grep -A1 -n foo; git grep -E 'fo+\(' ; git grep -v hello src; git grep -o 'he..'; git grep --count hello; echo new hello >> b.js; git grep --cached -n new; git grep -n new; git grep -q foo && echo quiet
### shortlog
git init -q; git commit -q --allow-empty -m one; git -c user.name=Ann -c user.email=a@x commit -q --allow-empty -m two; git -c user.name=Ann -c user.email=a@x commit -q --allow-empty -m three; git shortlog HEAD; git shortlog -sn HEAD; git shortlog -sne HEAD; git shortlog -s --group=author HEAD~1
### rev-list and rev-parse
git init -q; for i in 1 2 3; do git commit -q --allow-empty -m $i; done; git tag v1 HEAD~1; git rev-list --count HEAD; git rev-list HEAD~1; git rev-list --all --max-count=1; git rev-list v1..HEAD; git rev-parse HEAD main v1; git rev-parse --short HEAD; git rev-parse --abbrev-ref HEAD; git rev-parse --show-toplevel --git-dir --is-inside-work-tree; git rev-parse --verify nope 2>&1; echo $?; git rev-parse nope 2>&1; echo $?; git rev-parse HEAD^{tree} HEAD~2; git rev-parse HEAD~9 2>&1; echo $?; git rev-parse --symbolic-full-name main; mkdir d; cd d; git rev-parse --show-prefix --show-cdup; git rev-list --objects HEAD | wc -l; git rev-parse @{u} 2>&1; git rev-parse -q --verify x; echo $?
### plumbing
git init -q; echo hi > f; git hash-object f; h=$(git hash-object -w f); git cat-file -p $h; git cat-file -s $h; git update-index --add --cacheinfo 100644,$h,g; git ls-files -s; t=$(git write-tree); git ls-tree $t; c=$(echo msg | git commit-tree $t); git cat-file -p $c; git update-ref refs/heads/main $c; git log --oneline; git status -s; git ls-tree -r --name-only HEAD; echo $h | git cat-file --batch-check; git cat-file -e $h && echo there; git cat-file -t HEAD; git cat-file -p deadbeef 2>&1; echo $?; git symbolic-ref HEAD; git show-ref; git update-ref -d refs/heads/nope 2>&1; git mktree < /dev/null; git read-tree HEAD; git ls-files
### for-each-ref
git init -q; git commit -q --allow-empty -m one; git branch a; git tag -a t -m tt; git for-each-ref; git for-each-ref --format='%(refname:short) %(objecttype) %(subject) %(committerdate:iso) %(authorname)' ; git for-each-ref --sort=-refname --count=1 refs/heads; git for-each-ref --format='%(if)%(HEAD)%(then)* %(else)  %(end)%(refname:lstrip=2)' refs/heads; git for-each-ref --contains HEAD --format='%(objectname:short) %(*objectname:short) %(taggername)'
### config
git init -q; git config user.name; git config alias.st 'status -s'; git config alias.hi '!echo hi'; echo x > x; git st; git hi; git config --get alias.st; git config --list --local | sort | head -3; git config --unset alias.hi; git config alias.hi; echo $?; git config --get-regexp '^alias'; git config core.editor vim; git config --get core.editor; printf '[include]\n\tpath = more\n' >> .git/config; printf '[my]\n\tkey = fromfile\n' > .git/more; git config my.key; git config --bool core.bare; git config --type=int my.n 5; git config my.n; git config --add my.multi a; git config --add my.multi b; git config --get-all my.multi; git config my.multi; git config --remove-section my; echo $?; git config bad 2>&1; echo $?; git -c my.temp=1 config my.temp; git config --show-origin user.name | sed 's/.*\t//'; git lg 2>&1; echo $?
### ignore rules
git init -q; printf '*.log\n!keep.log\n/build/\ntmp/\ndoc/**/*.txt\n' > .gitignore; mkdir -p build src/build tmp doc/a; touch a.log keep.log build/x src/build/y tmp/z doc/a/b.txt doc/c.md; git status -s -uall; git add . ; git ls-files; git check-ignore -v a.log build/x src/build/y tmp/z doc/a/b.txt keep.log; git add a.log 2>&1; echo $?; git add -f a.log; git status -s; git status --ignored -s
### attributes
git init -q; printf '*.bin binary\n*.txt text eol=lf\n*.sh eol=lf -text\n' > .gitattributes; printf 'a\r\nb\r\n' > f.txt; printf 'x\0y' > d.bin; git add . 2>&1; git commit -qm one; git ls-files --eol; git check-attr -a f.txt d.bin; git cat-file -p HEAD:f.txt | od -c | head -2; printf 'x\0z' > d.bin; git diff; git diff --stat
### hooks
git init -q; printf '#!/bin/sh\necho pre\nexit 1\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; echo a > a; git add a; git commit -m a 2>&1; echo $?; git commit -n -m a 2>&1; printf '#!/bin/sh\necho "[T-1] $(cat $1)" > $1\n' > .git/hooks/commit-msg; chmod +x .git/hooks/commit-msg; rm .git/hooks/pre-commit; echo b > a; git commit -qam b; git log --format=%s; printf '#!/bin/sh\necho post $1 $2\n' > .git/hooks/post-checkout; chmod +x .git/hooks/post-checkout; git checkout -b x 2>&1 | sed 's/[0-9a-f]\{40\}/H/g'
### clone push pull between paths
git init -q --bare ../origin.git; git clone ../origin.git ../c 2>&1; cd ../c; echo a > a; git add a; git commit -qm one; git push -u origin main 2>&1; git status; git clone -q ../origin.git ../d; cd ../d; echo b > b; git add b; git commit -qm two; git push 2>&1; cd ../c; git fetch 2>&1; git status; git pull 2>&1; git log --oneline --decorate; echo c > c; git add c; git commit -qm three; git status -sb; git branch -vv; git remote -v; git remote show origin | head -12
### push rejected
git init -q --bare ../o.git; git clone -q ../o.git ../a 2>/dev/null; cd ../a; echo 1 > f; git add f; git commit -qm one; git push -q origin main; git clone -q ../o.git ../b; cd ../b; echo 2 > f; git commit -qam two; git push -q; cd ../a; echo 3 > g; git add g; git commit -qm three; git push 2>&1; echo $?; git pull --rebase 2>&1; git push 2>&1; git log --oneline --graph; git push origin :nope 2>&1; echo $?; git push origin HEAD:refs/heads/new 2>&1; git push --delete origin new 2>&1; git push --tags 2>&1; git tag v1; git push origin v1 2>&1; git push -f origin HEAD~1:main 2>&1; git ls-remote origin
### pull diverged
git init -q --bare ../o.git; git clone -q ../o.git ../a 2>/dev/null; cd ../a; echo 1 > f; git add f; git commit -qm one; git push -q origin main; git clone -q ../o.git ../b; echo 2 > g; git add g; git commit -qm two; git push -q; cd ../b; echo 3 > h; git add h; git commit -qm three; git pull 2>&1; echo $?; git pull --no-rebase --no-edit 2>&1; git log --oneline --graph; git pull --ff-only 2>&1; git fetch --all 2>&1; git fetch -p 2>&1; git branch -r; git branch -a
### stash life
git init -q; echo 1 > f; git add f; git commit -qm one; echo 2 > f; echo n > n; git stash 2>&1; git status -s; git stash list; git stash show; git stash show -p; git stash pop 2>&1; git stash -u 2>&1; ls; git stash apply 2>&1; git stash drop 2>&1; git stash push -m "named thing" 2>&1; git stash list; git stash branch rescue 2>&1; git stash pop 2>&1; echo $?; git stash clear
### stash conflict
git init -q; echo 1 > f; git add f; git commit -qm one; echo mine > f; git stash -q; echo theirs > f; git commit -qam two; git stash pop 2>&1; echo $?; cat f; git status; git stash list; git checkout -q --ours f; git reset -q --hard; git stash drop
### log formats
git init -q; echo 1 > f; git add f; git commit -qm "first subject" -m "body line 1
body line 2"; echo 2 > f; git commit -qam second; git tag v1; git log --format='%H %h %T %t %P %p' ; git log --format='%an %ae %ad %ar' --date=short | sed 's/ [0-9]* [a-z]* ago//;s/ [0-9].*ago//'; git log --pretty=format:'%s%d%n%b' ; echo; git log --format='%C(red)%h%Creset %<(20)%s|%>(10)%an|' --color=never; git log --oneline --decorate=full; git log --format=fuller -1; git log --format=raw -1; git log --pretty=reference -1; git log --date=relative -1 --format=%cd | wc -l; git log --date=format:'%Y/%m/%d %H:%M' --format=%ad; git log --format='%(trailers)%x09%f|%e|%D' -1; git log --pretty=tformat:%s -1; git log -z --format=%h | tr '\0' '|'; echo; git log --abbrev-commit --pretty=short
### log selects
git init -q; for i in 1 2 3 4 5; do echo $i >> f$((i%2)); git add .; git -c user.name=P$((i%2)) commit -qm "change $i"; done; git log --oneline -2; git log --oneline --author=P1; git log --oneline --grep='change [24]'; git log --oneline -- f0; git log --oneline --since=2023-11-14T22:16:00 ; git log --oneline --until='2023-11-14 22:17:00 +0000'; git log --oneline --reverse; git log --oneline --skip=1 -1; git log --oneline HEAD~3..HEAD~1; git log --oneline -S4; git log --oneline -G'^3'; git log --oneline --name-only -1; git log --name-status --oneline -1; git log --stat -1; git log --shortstat --oneline -1; git log --numstat --oneline -1; git log -p -1 --oneline; git log --follow --oneline f1; git log --oneline --merges; git log --oneline --no-walk HEAD HEAD~2; git log -1 --raw --oneline; git log --oneline nope 2>&1; echo $?; git log --summary --oneline -- f0 | head -5
### graph all decorate
git init -q; git commit -q --allow-empty -m a; git checkout -q -b x; git commit -q --allow-empty -m x1; git commit -q --allow-empty -m x2; git checkout -q main; git commit -q --allow-empty -m b; git tag v1; git checkout -q -b y; git commit -q --allow-empty -m y1; git checkout -q main; git merge -q --no-ff x -m "merge x"; git merge -q --no-ff y -m "merge y" ; git commit -q --allow-empty -m c; git log --graph --oneline --all --decorate; git log --graph --format='%h %an%n%s' ; git log --graph --stat -2; git log --oneline --graph --date-order; git log --oneline --topo-order; git show-branch main x 2>&1 | head -5
### diff kinds
git init -q; printf 'a\nb\nc\nd\ne\n' > f; echo g > g; git add .; git commit -qm one; sed -i 's/c/C/' f; git mv g h; chmod +x f; git diff; git diff --cached; git diff HEAD; git diff --stat HEAD; git diff --name-status HEAD; git diff --numstat HEAD; git diff --shortstat HEAD; git diff --summary HEAD; git diff --word-diff; git diff -U0; git diff --color | cat -v; git diff --quiet; echo $?; git diff --exit-code > /dev/null; echo $?; git diff --check; printf 'x \n' >> f; git diff --check; echo $?; git diff -w --stat; git diff --no-index f h; echo $?; git diff --raw; git diff --dirstat HEAD; git diff -R | head -5; git diff --minimal --stat; git diff main -- f | head -3
### diff of commits
git init -q; seq 1 30 > f; git add f; git commit -qm one; sed -i '3d;20a new' f; git commit -qam two; git mv f moved; sed -i 1s/1/one/ moved; git commit -qam three; git diff HEAD~2 HEAD --stat; git diff HEAD~2..HEAD; git diff HEAD~1 -M --summary; git diff --no-renames --name-status HEAD~1; git diff HEAD~2 HEAD -C --name-status; git show HEAD --stat --oneline; git show HEAD:moved | head -2; git show HEAD~2:nope 2>&1; echo $?; git show --name-only --format=%s; git diff HEAD~2:f HEAD:moved | head -6; git diff main...HEAD; git range-diff HEAD~2..HEAD~1 HEAD~2..HEAD~1 2>&1 | head -3
### binary and modes
git init -q; printf 'a\0b' > b; echo t > t; ln -s t l; git add .; git commit -m one; printf 'a\0c' > b; ln -sf b l; chmod +x t; git diff; git diff --stat; git status -s; git commit -qam two; git show --stat; git show --raw --oneline; git diff HEAD~1 --binary | head -12; git diff --numstat HEAD~1; rm l; echo l > l; git status -s; git diff
### blame
git init -q; printf 'a\nb\nc\n' > f; git add f; git commit -qm one; sed -i 2s/b/B/ f; git -c user.name='Second Person' commit -qam two; echo d >> f; git blame f | sed 's,Yet .* 4),Yet 4),'; git blame -L 2,3 f; git blame -s f; git blame -l HEAD -- f | cut -c1-12; git blame --porcelain f | head -14; git blame -e f | head -1; git blame nope 2>&1; echo $?; git blame -L /B/,+1 f; git blame --date=short HEAD f; git blame -w -M -C f | wc -l; git annotate f | head -1
### gc and fsck
git init -q; for i in 1 2 3; do echo $i > f; git add f; git commit -qm $i; done; git count-objects; git count-objects -v | head -3; git fsck; echo $?; git gc -q; git count-objects -v | head -3; git log --oneline; git fsck 2>&1; git reset -q --hard HEAD~1; git reflog expire --expire=now --all; git gc -q --prune=now; git fsck --unreachable; git prune; git repack -adq; git verify-pack -v .git/objects/pack/*.idx | tail -1 | sed 's/.*pack-/pack-/;s/pack-.*pack/P/'
### usual mistakes
git status 2>&1; echo $?; git log 2>&1; echo $?; git init -q; git log 2>&1; echo $?; git diff HEAD 2>&1; echo $?; git add nothing 2>&1; echo $?; git commit -m x 2>&1; echo $?; git checkout nope 2>&1; echo $?; git push 2>&1; echo $?; git pull 2>&1; echo $?; git merge nope 2>&1; echo $?; git foo 2>&1; echo $?; git comit 2>&1; echo $?; git branch -d nope 2>&1; echo $?; git rm nope 2>&1; echo $?; git mv a b 2>&1; echo $?; git stash 2>&1; echo $?; git rebase main 2>&1; echo $?; git tag -d nope 2>&1; echo $?; git remote remove x 2>&1; echo $?; git fetch nope 2>&1; echo $?; git show 2>&1; echo $?; git reset HEAD~1 2>&1; echo $?; git cherry-pick 2>/dev/null; echo $?; git add 2>&1; git clone nowhere 2>&1; echo $?; git --version; git -C nowhere status 2>&1; echo $?
### mv and rm
git init -q; mkdir d; echo a > a; echo b > d/b; git add .; git commit -qm one; git mv a d/; git status -s; git mv d e; git status -s; ls; git rm e/b; git rm -r e 2>&1; echo $?; git rm -rf --cached e; git status -s; git reset -q --hard; echo c >> a; git rm a 2>&1; echo $?; git rm --cached a; git status -s; git rm -f a 2>&1; git rm -n d/b; git mv nope x 2>&1; echo $?; git mv d/b d/b 2>&1; echo $?
### ls-files forms
git init -q; echo a > a; echo b > b; mkdir d; echo c > d/c; git add a d; git ls-files; git ls-files -o; git ls-files -s; git ls-files -m; echo x >> a; git ls-files -m; rm d/c; git ls-files -d; git ls-files --error-unmatch nope 2>&1; echo $?; git ls-files -t; git ls-files -v; git ls-files 'd/*' ; cd d; git ls-files --full-name; git ls-files -o --exclude-standard ..; git ls-files -z .. | tr '\0' ' '
### merge strategies
git init -q; printf '1\n2\n3\n' > f; git add f; git commit -qm base; git checkout -q -b s; printf '1\ns\n3\n' > f; git commit -qam s; git checkout -q main; printf '1\nm\n3\n' > f; git commit -qam m; git merge -X ours s --no-edit 2>&1; cat f; git reset -q --hard HEAD~1; git merge -Xtheirs s -m t 2>&1; cat f; git reset -q --hard HEAD~1; git merge -s ours s -m o 2>&1; cat f; git reset -q --hard HEAD~1; git merge --squash s 2>&1; git status -s; git reset -q --hard; git merge --ff-only s 2>&1; echo $?; git merge --no-commit s 2>&1; git merge --quit; git status -s; git merge-base main s; git merge-base --is-ancestor s main; echo $?; git merge-tree --write-tree main s | tail -3
### checkout files and detached work
git init -q; echo 1 > f; git add f; git commit -qm one; echo 2 > f; git commit -qam two; git checkout HEAD~1 2>&1; git status; echo 3 > g; git add g; git commit -m "on detached" 2>&1; git checkout main 2>&1; git checkout HEAD~1 -- f 2>&1; git status -s; git checkout -- f; git checkout -f; git checkout -q -b new HEAD~1; git branch -vv; git checkout main~1 f 2>&1; git checkout . 2>&1
### branch forms
git init -q; git commit -q --allow-empty -m one; git branch a; git branch -m a b; git branch -v; git commit -q --allow-empty -m two; git branch --merged; git branch --no-merged b; git branch -f b main 2>&1; git branch -D b 2>&1; git branch -D main 2>&1; echo $?; git branch new nope 2>&1; echo $?; git branch -u origin/x 2>&1; echo $?; git branch --contains HEAD~1; git branch --list 'm*' --format='%(refname) %(upstream)'; git branch -M trunk; git status -sb; git branch --points-at HEAD; git branch --edit-description 2>&1 < /dev/null | head -1; git checkout -q --orphan o; git branch; git branch -r; git symbolic-ref --short HEAD
### status in states
git init -q; git status; touch new; git status; git add new; git status; git commit -qm one; echo x > new; git status; git add new; echo y > new; git status; rm new; git status; git status --porcelain; git status -sb; git status -v | head -20; mkdir d; touch d/a d/b; git status -s; git status -s -uall; git status -uno; cd d; git status -s; git status
### sparse and other words
git init -q; git commit -q --allow-empty -m one; git notes add -m "a note" 2>&1; git notes show; git log -1; git bundle create ../b HEAD 2>&1 | wc -l; git archive --format=tar HEAD | tar t; git var GIT_AUTHOR_IDENT | sed 's/ [0-9]* .*//'; git rev-parse --git-common-dir; git whatchanged 2>&1 | head -1; git maintenance run 2>&1; git help -a | head -1 | wc -l; git rerere; git update-server-info; git cherry main; git name-rev HEAD; git check-ref-format --branch ok; git stripspace <<< '  a  '; git interpret-trailers --trailer 'Acked-by: me' <<< 'msg'
### rename detection
git init -q; seq 1 50 > a; mkdir d; seq 100 150 > d/b; git add .; git commit -qm one; git mv a renamed; sed -i 10s/10/ten/ renamed; git mv d e; git add .; git status -s; git status; git diff --cached --stat; git diff --cached -M90% --name-status; git commit -m moved; git log --oneline --follow --name-status renamed; git log --summary -1 --format=; git show -M --stat --format=; cp renamed copy; git add copy; git commit -qm copied; git show -C --find-copies-harder --name-status --format=
### rebase onto and merges
git init -q; git commit -q --allow-empty -m a; for b in x y; do git checkout -q -b $b; echo $b > $b; git add .; git commit -qm $b; done; git checkout -q main; echo m > m; git add m; git commit -qm m; git rebase --onto main x y 2>&1; git log --oneline --graph --all; git checkout -q x; git rebase main 2>&1; git rebase main 2>&1; git checkout -q main; git merge x 2>&1; git merge y 2>&1 | head -3; git pull --rebase 2>&1; echo $?; git rebase --continue 2>&1; echo $?
### two people on one remote
git init -q --bare ../hub.git; git clone -q ../hub.git ../ann 2>/dev/null; git clone -q ../hub.git ../bob 2>/dev/null
cd ../ann; echo "# Project" > README.md; git add README.md; git commit -q -m "Add readme"; git push -u origin main 2>&1
cd ../bob; git pull 2>&1; git switch -c fix/typo 2>&1; echo "Project text" >> README.md; git commit -q -am "Describe project"; git push -u origin fix/typo 2>&1; git status
cd ../ann; git fetch 2>&1; git branch -a; git log --oneline --all --graph --decorate; git merge origin/fix/typo 2>&1; git push 2>&1; git branch -r --merged; git push origin --delete fix/typo 2>&1; cd ../bob; git fetch --prune 2>&1; git branch -vv; git switch main 2>&1; git pull 2>&1; git branch -d fix/typo 2>&1
### rebase a feature onto a moved main
git init -q; echo base > base; git add .; git commit -qm "base"
git switch -qc feature; for i in 1 2 3; do echo $i > feat$i; git add .; git commit -qm "feature part $i"; done
git switch -q main; echo hot > hotfix; git add .; git commit -qm "hotfix"
git switch -q feature; git rebase main 2>&1; git log --oneline --graph --all; git switch main 2>&1; git merge feature 2>&1; git log --oneline -3; git reflog -5
### squash merge of a pull request
git init -q; echo a > a; git add a; git commit -qm init; git switch -qc pr; echo 1 >> a; git commit -qam wip1; echo 2 >> a; git commit -qam wip2; git switch -q main; git merge --squash pr 2>&1; git status; git commit -m "Add feature (#1)" 2>&1; git log --oneline; git branch -d pr 2>&1; echo $?; git branch -D pr 2>&1
### a stash in the middle of work
git init -q; printf 'a\nb\nc\n' > f; git add f; git commit -qm one; sed -i 's/a/A/' f; echo new > new.txt; git stash push -m "half done" --include-untracked 2>&1; git status -s; ls; echo d >> f; git commit -qam "urgent fix"; git stash list; git stash pop 2>&1; git diff; git status -s; git stash list; git stash push -- f 2>&1; git status -s; git stash show -p stash@{0}; git stash apply --index 2>&1; git stash drop stash@{0} 2>&1
### history of a file
git init -q; mkdir src; echo 'one' > src/app.js; git add .; git commit -qm "Add app"; echo two >> src/app.js; git commit -qam "Extend app"; git mv src/app.js src/main.js; git commit -qm "Rename app to main"; echo three >> src/main.js; git commit -qam "More main"; git log --oneline -- src/main.js; git log --oneline --follow -- src/main.js; git log -p -1 -- src/main.js; git show HEAD~1 --stat; git blame -s src/main.js; git log --format='%h %an %s' --stat -2; git diff HEAD~3 --stat; git log --oneline --diff-filter=R --name-status; git shortlog -sn --all
### undo things
git init -q; echo 1 > f; git add f; git commit -qm c1; echo 2 > f; git commit -qam c2; echo 3 > f; git commit -qam c3; git revert --no-edit HEAD~1 2>&1; echo $?; git status; git revert --abort; git reset --soft HEAD~2; git status; git commit -qm "c2 and c3"; git log --oneline; git checkout HEAD~1 -- f; git status -s; git restore --staged f; git restore f; git commit --amend -m "better words" 2>&1; git reset --hard ORIG_HEAD 2>&1; git reflog | cat
### conflicts in several files
git init -q; for f in a b c; do printf '1\n2\n3\n' > $f; done; git add .; git commit -qm base; git switch -qc left; for f in a b; do sed -i 's/2/left/' $f; done; git rm -q c; git commit -qam left; git switch -q main; for f in a b c; do sed -i 's/2/right/' $f; done; git commit -qam right; git merge left 2>&1; git status; git diff --name-only --diff-filter=U; git checkout --ours a 2>&1; git checkout --theirs b 2>&1; git add a b; git rm -q c; git status; git commit --no-edit 2>&1; git log --oneline --graph; git show --stat; git show; cat a b
### rerun rebase with conflicts twice
git init -q; echo 0 > f; git add f; git commit -qm c0; git switch -qc t; echo t1 > f; git commit -qam t1; echo t2 > f; git commit -qam t2; git switch -q main; echo m > f; git commit -qam m; git switch -q t; git rebase main 2>&1; git status; git diff; echo m1 > f; git add f; GIT_EDITOR=true git rebase --continue 2>&1; git status -s; echo m2 > f; git add f; GIT_EDITOR=true git rebase --continue 2>&1; git log --oneline --graph --all; cat f
### interactive rebase reword and reorder
git init -q; for i in a b c d; do echo $i > $i; git add $i; git commit -qm "add $i"; done; cat > ../seq.sh <<'X'
#!/bin/sh
{ sed -n 2p "$1"; sed -n 1p "$1"; sed -n 3p "$1" | sed 's/^pick/reword/'; } > "$1.new"; mv "$1.new" "$1"
X
chmod +x ../seq.sh; GIT_SEQUENCE_EDITOR=../seq.sh GIT_EDITOR="sed -i 's/add d/ADD D/'" git rebase -i HEAD~3 2>&1; git log --oneline --name-only; git rebase -i HEAD~2 2>&1 < /dev/null; echo $?; GIT_SEQUENCE_EDITOR="sed -i '1s/^/break\n/'" git rebase -i HEAD~1 2>&1; git status; git rebase --continue 2>&1; GIT_SEQUENCE_EDITOR=true git rebase -i --exec 'test -f a' HEAD~2 2>&1; git rebase -x false HEAD~1 2>&1; git rebase --abort; git status
### tags and releases
git init -q; git commit -q --allow-empty -m "first"; git tag v0.1.0; git commit -q --allow-empty -m "feat: x"; git tag -a v0.2.0 -m "Release 0.2.0" -m "With notes"; git commit -q --allow-empty -m "fix: y"; git describe --tags; git tag -l --format='%(refname:short) %(objecttype) %(subject)'; git log v0.1.0..HEAD --oneline; git log --oneline --decorate; git show v0.2.0 --no-patch; git rev-list -n 1 v0.2.0; git tag -l -n2; git tag --sort=-creatordate; git diff v0.1.0 v0.2.0; git push --tags 2>&1; echo $?; git tag -d v0.1.0 v9 2>&1; echo $?; git show-ref --tags -d; git name-rev --tags HEAD~1; git tag -a v0.3.0 2>&1 < /dev/null; git for-each-ref refs/tags --format='%(tag) %(taggername) %(taggerdate:short)'
### ignore and clean a build
git init -q; printf 'node_modules/\ndist\n*.log\n.env*\n!.env.example\n' > .gitignore; mkdir -p node_modules/x dist src; touch node_modules/x/i.js dist/o.js src/a.js debug.log .env .env.local .env.example; git add -A; git status; git commit -qm init; git status --ignored; git clean -ndX; git clean -ndx; git clean -fdX 2>&1; ls -A; git check-ignore -v .env .env.example src/a.js; echo $?; git rm -r --cached src -q; git status -s; git ls-files --others --ignored --exclude-standard; touch src/new.js; git ls-files -o --exclude-standard; git add -n .
### word and whitespace diffs
git init -q; printf 'The quick brown fox\njumps over\n\tthe dog  \n' > t; git add t; git commit -qm one; printf 'The slow brown fox\njumps  over\n    the dog\n' > t; git diff --word-diff; git diff --word-diff=porcelain; git diff -w; git diff -b --stat; git diff --ignore-space-at-eol; git diff --color-words --no-color; git diff --check; git diff -U1; git diff --stat --stat-width=40; git diff --name-only; git diff --ws-error-highlight=all --color=always | cat -v | head -8; git diff --inter-hunk-context=2; git diff --output-indicator-new='>' | tail -3; git diff -a --patch-with-stat
### deletions and renames in status
git init -q; mkdir a; for i in 1 2 3 4; do seq $i 20 > a/f$i; done; git add .; git commit -qm one; rm a/f1; git rm -q a/f2; git mv a/f3 a/g3; echo x >> a/f4; touch a/new; git status; git status -s; git status --porcelain=v2 --branch; git commit -am "mixed" 2>&1; git show --name-status --format=; git show --summary --format=%s; git status -s; git diff HEAD~1 --diff-filter=D --name-only; git log --oneline --stat -M
### show of many things
git init -q; mkdir d; echo x > d/x; echo y > y; git add .; git commit -qm "one" ; git tag -a t -m tagged; git show; git show HEAD:; git show HEAD:d; git show HEAD:y; git show t; git show HEAD^{tree}; git show -s; git show -s --format='%H%n%B' ; git show --oneline --name-only; git show --pretty=fuller -s; git show nope 2>&1; echo $?; git show HEAD --raw --format=; git show -q --format=short; git show t:y; git cat-file -p HEAD^{tree}; git ls-tree HEAD; git ls-tree -r -l HEAD; git ls-tree HEAD d/ --name-only; git ls-tree -d HEAD; git ls-tree -r -t HEAD
### patches between repositories
git init -q; echo a > f; git add f; git commit -qm base; git clone -q . ../other; echo b >> f; git commit -qam "Append b"; echo c > 'file with space'; git add .; git commit -qm "Add spaced file"; git format-patch -2 -o ../patches; ls ../patches; cd ../other; git am ../patches/*.patch; git log --oneline; git format-patch -1 --stdout > ../p; git reset -q --hard HEAD~1; git apply --stat ../p; git apply --check ../p && git am < ../p; git log -1 --format='%an %s %ad' --date=short; git am ../patches/0001* 2>&1; git status; git am --skip 2>&1; git am --abort 2>&1; echo $?; git diff HEAD~1 | git apply -R --index; git status -s; git format-patch --cover-letter -1 -o ../c 2>&1; git format-patch HEAD~1..HEAD --stdout --subject-prefix='PATCH v2' | grep ^Subject
### branches tracking and renaming
git init -q --bare ../r.git; git remote add origin ../r.git; git commit -q --allow-empty -m one; git push -q -u origin main; git switch -c dev 2>&1; git commit -q --allow-empty -m two; git push 2>&1; echo $?; git push -u origin HEAD 2>&1; git branch -m dev develop; git status -sb; git push origin -u develop 2>&1; git branch -vv; git branch -u origin/main 2>&1; git branch -vv; git branch --unset-upstream; git rev-parse --abbrev-ref @{u} 2>&1; git remote rename origin up 2>&1; git remote -v; git branch -r; git remote get-url up; git remote set-url up ../x.git; git remote -v; git fetch 2>&1; echo $?; git remote add origin ../r.git; git remote add origin y 2>&1; echo $?; git remote; git remote remove up; git remote prune origin; git ls-remote --heads origin
### worktrees and detached
git init -q; git commit -q --allow-empty -m one; git branch dev; git worktree add ../dev dev 2>&1; git worktree add ../dev2 dev 2>&1; echo $?; git worktree add --detach ../det 2>&1; git worktree list | sed 's/  */ /g'; cd ../dev; echo x > x; git add x; git commit -qm "in dev"; git log --oneline --all; git switch main 2>&1; echo $?; cd ../work; git merge dev 2>&1; echo dirty > ../dev/x; git worktree remove ../dev 2>&1; echo $?; git worktree remove --force ../dev; rm -rf ../det; git worktree list | wc -l; git worktree prune -v; git branch -d dev 2>&1; git worktree list --porcelain | head -3
### bisect by hand
git init -q; for i in $(seq 1 10); do echo $i > n; git add n; git commit -qm "c$i"; done; git bisect start HEAD HEAD~9 2>&1; cat n; git bisect good 2>&1; cat n; git bisect bad 2>&1; git bisect skip 2>&1; git bisect log; git bisect good 2>&1; git bisect visualize --oneline 2>&1 | head -3; git bisect reset 2>&1; git bisect good 2>&1; echo $?
### cherry picks from a release branch
git init -q; echo 1 > f; git add f; git commit -qm base; git branch release; for i in 1 2 3; do echo $i > fix$i; git add .; git commit -qm "fix $i"; done; git switch -q release; git cherry-pick main~2 main 2>&1; git log --oneline --graph --all; git cherry main; git cherry -v main; git log --oneline --cherry-pick --right-only release...main; git cherry-pick main 2>&1; echo $?; git status; git cherry-pick --skip 2>&1; git cherry-pick -n main~1; git status -s; git commit -qm "picked by hand"; git log --cherry-mark --oneline --left-right main...release; git range-diff main~1..main release~1..release 2>&1 | head -1 | wc -l; git diff main release --stat; git merge-base main release; git rev-list --left-right --count main...release
### config and aliases at work
git init -q; git config --local user.email "local@x.org"; git config user.email; git config --global alias.lg "log --oneline --graph"; git commit -q --allow-empty -m one; git lg; git config --global --get-regexp alias; git config --global core.autocrlf input; git config core.autocrlf; git config --get-urlmatch http.proxy https://x 2>&1; git config --list --show-scope | grep -c .; git config -e 2>&1 < /dev/null; echo $?; git config --global --unset alias.lg; git lg 2>&1; echo $?; git config --default none --get no.such; git config --get no.such; echo $?; git config 'a.b c' v 2>&1; echo $?; git config section.sub.key value; cat .git/config | tail -2; git config --rename-section section.sub section.other; git config --get-regexp section; git config branch.main.description "text"; git config --bool x.y maybe 2>&1; echo $?; git config --type=bool core.bare; git config --int a.k 1k; git config --int a.k; git config --path p.p '~/x'; git config --type=path p.p | sed 's/.*\///'
### octopus and recorded merges
git init -q; git commit -q --allow-empty -m base; for b in x y z; do git switch -q main; git switch -qc $b; echo $b > $b; git add $b; git commit -qm $b; done; git switch -q main; git merge x y z -m "octopus" 2>&1; git log --oneline --graph; git log --merges --format='%h %p %s'; git show --format='%s' --stat; git log --first-parent --oneline; git rev-parse HEAD^1 HEAD^2 HEAD^3; git log --oneline --no-merges; git reset -q --hard HEAD^; git merge --no-ff --log y 2>&1; git log -1 --format=%B; git merge --no-commit --no-ff z 2>&1; git status; git merge --abort; git merge-base --octopus x y z; git log --graph --oneline --all
### large history and searching it
git init -q; for i in $(seq 1 12); do echo "line $i" >> log.txt; [ $((i % 4)) = 0 ] && git tag v$i; git add .; git commit -qm "Commit number $i" --date="2024-01-$(printf %02d $i)T12:00:00"; done; git log --oneline | wc -l; git log --oneline --grep='number 1[0-2]'; git log -S'line 7' --oneline; git log -G'line [34]' --oneline; git log --format='%ad' --date=short -3; git log --format='%as %cs' -1 | cut -c1-10; git log --after=2024-01-05 --before=2024-01-09 --oneline | wc -l; git log -L 3,4:log.txt --oneline | head -12; git rev-list --count v4..v12; git log --oneline v4...v8 | wc -l; git log --oneline ^v8 HEAD; git log --all --oneline --decorate --simplify-by-decoration; git blame -L 3,5 log.txt --date=short; git log --author=Me --oneline -1; git log -n 1 --skip 3 --format=%s; git log --pretty='%h %ar' -1 | cut -c1-7; git log --oneline HEAD~2.. -- log.txt; git log --max-count=2 --format='%x41%%%n%w(20,2,4)%B'
### commit messages
git init -q; echo 1 > f; git add f; printf 'Subject line\n\nBody para one\nstill one.\n\n# not a comment?\n' > ../m; git commit -F ../m 2>&1; git log -1 --format=%B; echo 2 > f; git commit -a -m "One" -m "Two" -m "Three" -q; git log -1 --format='%s%n--%n%b'; echo 3 > f; git commit -qas -m "Signed"; git log -1 --format=%B; git commit --allow-empty --allow-empty-message -m '' 2>&1; git log --oneline -1; echo 4 > f; printf 'from stdin\n' | git commit -a -F - 2>&1; GIT_EDITOR='printf "edited\n" >' git commit --allow-empty 2>&1; git log -1 --format=%s; git commit --allow-empty -m "   " 2>&1; echo $?; git commit --allow-empty -C HEAD~1 -q; git log -1 --format=%s; git commit --dry-run 2>&1; echo $?; git commit --allow-empty -qm "x" --trailer "Co-authored-by: Z <z@z>"; git log -1 --format=%B; git commit --amend -qm "Fix: y" ; git log -1 --format='%s|%b|%(trailers:key=Co-authored-by)'; git commit f -m "only f" 2>&1; echo $?
### start a project
git init 2>&1; echo "# App" > README.md; git status; git add README.md; git status -s; git commit -m "Initial commit" 2>&1; git log; git branch
### edit and look
git init -q; printf 'a\nb\nc\n' > f; git add .; git commit -qm one; echo d >> f; git diff; git add f; git diff --staged; git diff; git commit -m "Add d" 2>&1; git show; git log --stat
### branch and merge fast forward
git init -q; echo 1 > a; git add .; git commit -qm one; git checkout -b dev 2>&1; echo 2 > b; git add .; git commit -m two 2>&1; git checkout main 2>&1; git merge dev 2>&1; git log --oneline --decorate; git branch --merged; git branch -d dev 2>&1
### merge with conflict resolved by hand
git init -q; printf 'x = 1\ny = 2\n' > conf; git add .; git commit -qm base; git checkout -qb a; sed -i 's/x = 1/x = 10/' conf; git commit -qam "a: x"; git checkout -q main; sed -i 's/x = 1/x = 100/' conf; git commit -qam "main: x"; git merge a 2>&1; cat conf; git diff; printf 'x = 50\ny = 2\n' > conf; git add conf; git status; git commit -m "Merge a" 2>&1; git log --graph --oneline
### stash around a pull
git init -q --bare ../r.git; git clone -q ../r.git . 2>/dev/null; echo 1 > f; git add .; git commit -qm one; git push -q; git clone -q ../r.git ../o; (cd ../o; echo 2 > g; git add .; git commit -qm two; git push -q); echo dirty >> f; git stash 2>&1; git pull 2>&1; git stash pop 2>&1; git diff; git status -sb
### cherry pick one fix
git init -q; echo 1 > f; git add .; git commit -qm one; git checkout -qb fix; echo fix > fix; git add .; git commit -qm "the fix"; git checkout -q main; git cherry-pick fix 2>&1; git log --oneline; git show --stat; git diff fix; git branch -D fix 2>&1
### revert a merge
git init -q; echo 1 > f; git add .; git commit -qm one; git checkout -qb t; echo t > t; git add .; git commit -qm t; git checkout -q main; echo m > m; git add .; git commit -qm m; git merge -q --no-edit t; git revert HEAD 2>&1; echo $?; git revert -m 1 HEAD --no-edit 2>&1; git log --oneline; ls; git show --stat HEAD
### reset and recover
git init -q; for i in 1 2 3; do echo $i > f$i; git add .; git commit -qm "c$i"; done; git reset --hard HEAD~2 2>&1; ls; git reflog; git reset --hard HEAD@{1} 2>&1; ls; git log --oneline; git reset HEAD~1 2>&1; git status -s
### amend and fixup
git init -q; echo 1 > f; git add .; git commit -qm one; echo 2 > g; git add .; git commit -qm "two wip"; git commit --amend -m "two" 2>&1; echo 3 >> g; git add g; git commit --fixup HEAD 2>&1; git log --oneline; GIT_SEQUENCE_EDITOR=: git rebase -i --autosquash HEAD~2 2>&1; git log --oneline; cat g
### rebase with a conflict aborted
git init -q; echo 1 > f; git add .; git commit -qm one; git checkout -qb t; echo t > f; git commit -qam t; git checkout -q main; echo m > f; git commit -qam m; git checkout -q t; git rebase main 2>&1; echo $?; git status; git rebase --abort 2>&1; git status; git log --oneline --all --graph
### who wrote what
git init -q; printf 'one\ntwo\n' > f; git add .; git commit -qm one --author "Ann <ann@x.org>"; sed -i 's/two/TWO/' f; git commit -qam two --author "Bob <bob@x.org>"; git blame f; git log --format='%h %an <%ae> %s'; git shortlog -sne HEAD; git log --author Ann --oneline; git log -p --format='%an: %s' f
### tags
git init -q; git commit -q --allow-empty -m one; git tag v1; git tag -a v2 -m "Second"; git tag; git show v2; git describe; git commit -q --allow-empty -m two; git describe; git tag -d v1 2>&1; git tag -l 'v*'; git log --oneline --decorate
### ignore things
git init -q; mkdir -p node_modules/a src; touch node_modules/a/i.js src/x.js .env a.log; printf 'node_modules\n.env\n*.log\n' > .gitignore; git status; git add .; git status -s; git commit -qm one; git status --ignored -s; git check-ignore -v a.log; git add a.log 2>&1; echo $?
### move and remove
git init -q; mkdir a; echo 1 > a/x; echo 2 > y; git add .; git commit -qm one; git mv a/x a/z; git rm y 2>&1; git status; git commit -m "Move and remove" 2>&1; git log --stat -1; git log --follow --oneline a/z; git rm nothere 2>&1; echo $?
### partial staging
git init -q; seq 1 30 > f; git add .; git commit -qm one; sed -i '3s/.*/THREE/; 25s/.*/TWENTYFIVE/' f; printf 'y\nn\n' | git add -p f; git status -s; git diff --cached; git diff; git commit -qm "first half"; git stash -q; git stash show -p; git stash pop 2>&1
### bisect with a script
git init -q; for i in 1 2 3 4 5 6; do echo $i > v; [ $i -ge 4 ] && echo bug > bug; git add .; git commit -qm "v$i"; done; git bisect start HEAD HEAD~5 2>&1; git bisect run test ! -f bug 2>&1; git bisect reset 2>&1; git log --oneline -1
### patches by mail
git init -q; echo 1 > f; git add .; git commit -qm one; git checkout -qb p; echo 2 >> f; git commit -qam "Add two"; git format-patch main; cat 0001-Add-two.patch; git checkout -q main; git am 0001-Add-two.patch; git log --oneline; git status -s
### worktree for a hotfix
git init -q; echo 1 > f; git add .; git commit -qm one; git worktree add ../hot -b hotfix 2>&1; cd ../hot; echo 2 > f; git commit -qam hot; cd ../work; git merge hotfix 2>&1; git worktree remove ../hot; git branch -d hotfix 2>&1; git worktree list | wc -l
### remote with two branches
git init -q --bare ../r.git; git clone -q ../r.git ../a 2>/dev/null; cd ../a; echo 1 > f; git add .; git commit -qm one; git push 2>&1; git checkout -qb feat; echo 2 > g; git add .; git commit -qm two; git push -u origin feat 2>&1; git clone ../r.git ../b 2>&1; cd ../b; git branch -a; git checkout feat 2>&1; git log --oneline --all --decorate --graph; git push origin --delete feat 2>&1; cd ../a; git fetch -p 2>&1; git branch -vv
### push is behind
git init -q --bare ../r.git; git clone -q ../r.git ../a 2>/dev/null; cd ../a; echo 1 > f; git add .; git commit -qm one; git push -q; git clone -q ../r.git ../b; cd ../b; echo 2 > g; git add .; git commit -qm two; git push -q; cd ../a; echo 3 > h; git add .; git commit -qm three; git push 2>&1; echo $?; git pull --rebase 2>&1; git push 2>&1; git log --oneline
### compare branches
git init -q; seq 1 10 > f; git add .; git commit -qm one; git checkout -qb b; sed -i 5d f; echo n > n; git add .; git commit -qm two; git diff main b; git diff --stat main...b; git log main..b --oneline; git diff --name-status main b; git cherry -v main; git merge-base main b; git rev-list --count main..b
### restore files
git init -q; echo 1 > f; echo 1 > g; git add .; git commit -qm one; rm f; echo 2 > g; git status -s; git checkout -- f; git restore g; git status; echo 3 > g; git add g; git restore --staged g; git status -s; git checkout HEAD -- g; git status -s; git show HEAD:g
### clean up
git init -q; echo 1 > f; git add .; git commit -qm one; mkdir tmp; touch tmp/a b.tmp; git clean -n; git clean -nd; git clean -fd; git status; git clean 2>&1; echo $?; git gc 2>&1; git fsck
### grep and search
git init -q; mkdir s; printf 'foo\nbar foo\n' > s/a; printf 'baz\n' > b; git add .; git commit -qm "add foo"; git grep foo; git grep -n foo; git grep -c foo; git grep -l ba; git grep nope; echo $?; git log -S foo --oneline; git log --grep foo --oneline; git ls-files; git grep -i FOO -- s
### config and alias
git init -q; git config user.name; git config alias.co checkout; git config alias.last 'log -1 --oneline'; git commit -q --allow-empty -m one; git last; git co -b x 2>&1; git config --get-regexp alias; git config --unset alias.co; git co main 2>&1; echo $?; git config nosuch.key; echo $?
### mistakes
git status 2>&1; echo $?; git init -q; git commit -m x 2>&1; echo $?; git checkout nope 2>&1; echo $?; git add nope 2>&1; echo $?; git log 2>&1; echo $?; git psuh 2>&1; echo $?; git merge x 2>&1; echo $?; git branch 'a b' 2>&1; echo $?; git push 2>&1; echo $?; git reset --hard nope 2>&1; echo $?
### squash with interactive rebase
git init -q; for i in 1 2 3 4; do echo $i > f$i; git add .; git commit -qm "part $i"; done; GIT_SEQUENCE_EDITOR="sed -i '2,\$s/^pick/fixup/'" git rebase -i HEAD~3 2>&1; git log --oneline --stat; GIT_SEQUENCE_EDITOR="sed -i '1s/^pick/reword/'" GIT_EDITOR="sed -i '1s/.*/All parts/'" git rebase -i HEAD~1 2>&1; git log --oneline
### plumbing basics
git init -q; echo hello > f; git add f; git ls-files -s; git commit -qm one; git cat-file -t HEAD; git cat-file -p HEAD^{tree}; git rev-parse --short HEAD; git rev-parse --abbrev-ref HEAD; git ls-tree HEAD; git hash-object f; git show-ref; git symbolic-ref HEAD; git rev-list HEAD; git for-each-ref; git count-objects
### detached head
git init -q; for i in 1 2; do echo $i > f; git add .; git commit -qm "c$i"; done; git checkout HEAD~1 2>&1; git status; git branch; echo x > g; git add .; git commit -qm det; git switch -c saved 2>&1; git switch main 2>&1; git log --oneline --all --graph --decorate
### file modes and links
git init -q; echo '#!/bin/sh' > run; git add .; git commit -qm one; chmod +x run; git status -s; git diff; git commit -qam "make it run"; ln -s run link; git add link; git commit -qm link; git ls-files -s; git show --stat; git log --summary --oneline -2; git update-index --chmod=-x run; git diff --cached
