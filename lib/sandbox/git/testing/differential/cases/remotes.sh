### remote add list remove
git init -q
git remote
git remote add origin ../x.git
git remote -v
git remote add origin y; echo $?
git remote get-url origin
git remote set-url origin ../y.git
git remote rename origin up
git remote -v
cat .git/config
git remote remove up
git remote rm nothing; echo $?
### clone local
git init -q src; cd src; echo a > a; git add .; git commit -qm one; git branch t; git tag v1; cd ..
git clone src copy
cd copy
git status
git branch -a
git remote -v
git log --oneline --decorate
cat .git/config
git tag
### clone bare, depth, branch, single
git init -q src; cd src; for i in 1 2 3; do echo $i > a; git add .; git commit -qm $i; done; git branch t HEAD~1; cd ..
git clone --bare src b.git
ls b.git
git -C b.git branch
git clone -q -b t src one; git -C one log --oneline
git clone -q --single-branch src two; git -C two branch -a
git clone -q "file://$PWD/src" --depth 1 three; git -C three log --oneline
git clone src; echo $?
git clone nothing else; echo $?
git clone -q --no-checkout src four; ls four
git clone -q -o up src five; git -C five remote
### push and pull through a bare repository
git init -q --bare hub.git
git clone -q hub.git a 2>/dev/null; git clone -q hub.git b 2>/dev/null
cd a; echo 1 > f; git add .; git commit -qm one
git push origin main
git push -u origin main
git branch -vv
cd ../b; git pull -q origin main; cat f; git branch -u origin/main 2>/dev/null; git fetch -q; git branch -u origin/main
echo 2 > f; git commit -qam two; git push -q
cd ../a; git fetch; git status; git log --oneline HEAD..@{u}; git pull; git log --oneline
### push refused and forced
git init -q --bare hub.git
git clone -q hub.git a 2>/dev/null; cd a; echo 1 > f; git add .; git commit -qm one; git push -q -u origin main; cd ..
git clone -q hub.git b; cd b; echo 2 > f; git commit -qam two; git push -q; cd ../a
echo 3 > f; git commit -qam three
git push; echo $?
git push --force
git push -f origin HEAD:other
git push origin :other
git push origin --delete nothing; echo $?
git ls-remote origin
git ls-remote --heads ../hub.git
### pull merges and rebases
git init -q --bare hub.git
git clone -q hub.git a 2>/dev/null; cd a; echo 1 > f; git add .; git commit -qm one; git push -q -u origin main; cd ..
git clone -q hub.git b; cd b; echo 2 > g; git add .; git commit -qm two; git push -q; cd ../a
echo 3 > h; git add .; git commit -qm three
git status -sb
git pull; echo $?
git pull --no-rebase --no-edit
git log --oneline --graph
git reset -q --hard HEAD^1
git pull --rebase
git log --oneline --graph
git push
git log origin/main --oneline
git pull --ff-only
### fetch, prune and tracking
git init -q src; cd src; echo a > a; git add .; git commit -qm one; git branch t; cd ..
git clone -q src c; cd src; git branch -D -q t; git branch n; git tag v1; cd ../c
git fetch
git branch -r
git fetch --prune
git branch -r
git fetch --all
git fetch --tags; git tag
git remote show origin | head -4
git checkout n
git status -sb
git rev-parse --abbrev-ref @{u}
git remote prune origin
### upstream handling
git init -q --bare hub.git; git clone -q hub.git a 2>/dev/null; cd a
git commit -q --allow-empty -m one; git push -q origin main
git branch --set-upstream-to=origin/main
git rev-parse @{u} main@{upstream}
git branch --unset-upstream
git rev-parse @{u}; echo $?
git push; echo $?
git push --set-upstream origin main
git switch -qc feature; git commit -q --allow-empty -m f; git push -u origin HEAD
git branch -vv
git for-each-ref --format='%(refname:short) %(upstream:short) %(upstream:track)' refs/heads
git log --oneline --decorate
### push tags and all
git init -q --bare hub.git; git clone -q hub.git a 2>/dev/null; cd a
git commit -q --allow-empty -m one; git tag v1; git tag -a v2 -m two; git branch x
git push -q --all; git push --tags
git ls-remote
git push origin v1
git push origin --delete v1; git ls-remote --tags
git push --dry-run origin main
git push --porcelain origin main x
### push into a repository with files
git init -q src; cd src; git commit -q --allow-empty -m one; cd ..
git clone -q src c; cd c; git commit -q --allow-empty -m two
git push; echo $?
git push origin main:refs/heads/in
git -C ../src branch
### fetch by path and FETCH_HEAD
git init -q a; cd a; echo a > a; git add .; git commit -qm one; cd ..
git init -q b; cd b; git fetch ../a main; git log --oneline FETCH_HEAD; git merge FETCH_HEAD; git pull ../a main
git fetch ../a main:copy; git branch
git reset -q --hard copy; ls
### hooks of push and receive
git init -q --bare hub.git; printf '#!/bin/sh\nwhile read o n r; do echo "got $r"; done\n' > hub.git/hooks/pre-receive; chmod +x hub.git/hooks/pre-receive
git clone -q hub.git a 2>/dev/null; cd a; git commit -q --allow-empty -m one
printf '#!/bin/sh\nexit 1\n' > .git/hooks/pre-push; chmod +x .git/hooks/pre-push
git push origin main; echo $?
git push --no-verify -q origin main; echo $?
git ls-remote . | head -1
### bundle
git init -q src; cd src; echo a > a; git add .; git commit -qm one; git tag v1
git bundle create ../x.bundle main v1 2>/dev/null; echo $?
git bundle verify ../x.bundle > /dev/null 2>&1; echo $?
git bundle list-heads ../x.bundle
cd ..; git clone -q -b main x.bundle c; cd c; git log --oneline; cat a
### clone of what has no commits
git init -q --bare e.git
git clone e.git c; echo $?
cd c; git status
git log; echo $?
### a pull request flow
git init -q --bare hub.git; git clone -q hub.git me 2>/dev/null; cd me
printf 'a\nb\nc\n' > list; git add .; git commit -qm "Initial"; git push -q -u origin main
git checkout -q -b feature; printf 'a\nB\nc\n' > list; git commit -qam "Uppercase b"; git push -q -u origin feature
cd ..; git clone -q hub.git you; cd you; git checkout -q feature; git log --oneline main..feature; git diff main...feature
git checkout -q main; git merge --no-ff -q -m "Merge pull request #1" origin/feature; git push -q; git push -q origin --delete feature
cd ../me; git checkout -q main; git pull -q; git fetch -p; git branch -d feature; git log --oneline --graph; git status
### network addresses say what is missing
git init -q
git clone https://example.invalid/x.git; echo $?
git remote add origin git@example.invalid:x.git
git ls-remote; echo $?
git fetch; echo $?
### submodule add of no repository
git init -q
git submodule add ../x sub; echo $?
ls
### contributor fork flow
git init -q --bare up.git; git clone -q up.git seed 2>/dev/null; cd seed; echo 1 > f; git add .; git commit -qm one; git push -q origin main; cd ..
git clone -q --bare up.git fork.git; git clone -q fork.git me; cd me; git remote add upstream ../up.git; git fetch -q upstream
git branch -a
cd ../seed; echo 2 > f; git commit -qam two; git push -q; cd ../me
git fetch upstream; git rebase upstream/main; git push -q; git log --oneline --decorate; git remote -v
### push with a lease
git init -q --bare r.git; git clone -q r.git a; git clone -q r.git b; cd a; git commit -q --allow-empty -m 1; git push -q origin main; cd ../b; git pull -q; git commit -q --allow-empty -m b; git push -q; cd ../a; git commit -q --amend --allow-empty -m 1x; git push --force-with-lease 2>&1; git push --force-with-lease=main:HEAD~0 origin main 2>&1; git push --force-with-lease=main:$(git -C ../b rev-parse HEAD) origin main 2>&1; git fetch -q; git commit -q --amend --allow-empty -m 1y; git push --force-with-lease 2>&1; git push --force-with-lease=other origin main 2>&1; git commit -q --amend --allow-empty -m 1z; git push --force-with-lease=other origin main 2>&1; git push --force-with-lease origin main:new 2>&1; git push --force-with-lease origin main:new 2>&1; git push --force-with-lease -f 2>&1; git push --force-with-lease=gone: origin main:gone 2>&1; git push --force-with-lease=gone: origin HEAD~0:gone 2>&1; git push --force-with-lease --force-if-includes 2>&1; git push -o x 2>/dev/null; git push --signed 2>/dev/null; git -C ../r.git log --all --format='%s %D'
### push mirrors and prunes
git init -q --bare r.git; git init -q a; cd a; git commit -q --allow-empty -m 1; git remote add o ../r.git; git branch x; git branch y; git tag t; git push --mirror o 2>&1; git branch -D x; git tag -d t; git push --mirror o 2>&1; git -C ../r.git for-each-ref; git branch -q z; git push o z y 2>&1; git branch -D z; git push --prune o 'refs/heads/*' 2>&1; git branch -D y; git push --prune --all o 2>&1; git -C ../r.git branch; git push --prune o 2>&1; git push --prune o main 2>&1
### push forced if it includes
git init -q --bare r.git; git clone -q r.git a; git clone -q r.git b; cd a; git commit -q --allow-empty -m 1; git push -q origin main; cd ../b; git pull -q; git commit -q --allow-empty -m b; git push -q; cd ../a; git commit -q --amend --allow-empty -m 1x; git fetch -q; git push --force-with-lease --force-if-includes 2>&1; git pull -q --rebase; git commit -q --amend --allow-empty -m 1y; git push --force-with-lease --force-if-includes 2>&1; git commit -q --amend --allow-empty -m 1z; git push --force-with-lease --force-if-includes 2>&1
### the hook pre-push is told what may go
git init -q r && cd r && git commit -q --allow-empty -m 1 && printf '#!/bin/sh\nwhile read l; do echo "push $l"; done\n' >.git/hooks/pre-push && chmod +x .git/hooks/pre-push && git init -q --bare ../o.git && git remote add origin ../o.git && git branch b
git push origin main b; git commit -q --amend --allow-empty -m 2; git push origin main b; git push; git push -f origin main; git push origin main; git push origin :b; git tag v1; git push --tags; git commit -q --allow-empty -m 3; git tag -f v1; git push --tags; git push --force-with-lease=main:b origin main; git push --dry-run origin main
