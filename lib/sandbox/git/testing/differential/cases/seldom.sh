### rebase of the root in another order
git init -q; for i in 1 2 3; do echo $i > f$i; git add f$i; git commit -qm "add f$i"; done
GIT_SEQUENCE_EDITOR='sed -i "1{h;d};2{G}"' git rebase -i --root; git log --format=%s --stat; git rebase --abort; GIT_SEQUENCE_EDITOR='sed -i "1{h;d};3{G}"' git rebase -i --root; git log --format=%s --name-only; ls
### rebase goes on only without unstaged changes
git init -q; for i in 1 2; do echo $i > f$i; git add f$i; git commit -qm "add f$i"; done
GIT_SEQUENCE_EDITOR='sed -i 1s/pick/edit/' git rebase -i HEAD~1; echo more >> f2; git rebase --continue; git diff; git commit -qa --amend --no-edit; git rebase --continue; git log --oneline; git status
### editor of merges and picks
git init -q; echo 1 > f; git add .; git commit -qm 1; git checkout -qb t; echo t > f; git commit -qam t; git checkout -q main; echo m > f; git commit -qam m
export GIT_EDITOR=cat; git merge t; echo r > f; git add f; git merge --continue; git reset -q --hard HEAD~1; git checkout -q t; git cherry-pick -e main~1 --allow-empty; git cherry-pick --abort; echo g > g; git add g; git commit -qm g; git checkout -q main; git cherry-pick -e t; git rebase t; echo q > f; git add f; git rebase --continue; git rebase --abort; git merge --no-ff -e -X ours -m x t; git notes add
### mails of some paths to some people
git init -q; echo a > a; echo b > b; git add .; git commit -qm both; echo aa > a; git commit -qam "only a"; echo bb > b; git commit -qam "only b"
git format-patch --stdout --to=x@y --cc=z@w -1; git format-patch -2 -- a; git format-patch --stdout --root HEAD -- b; cat 0001*
### range-diff of some paths
git init -q; echo 0 > f; git add .; git commit -qm base; git checkout -qb v1; for i in 1 2; do echo $i > g$i; git add .; git commit -qm "add g$i"; done; git checkout -qb v2 main; git cherry-pick v1~1; git cherry-pick -n v1; echo more >> g2; git commit -qm "add g2, more"
git range-diff v1...v2 -- g2; git range-diff main v1 v2 -- g1
### lines of several places
git init -q; printf 'def a():\n    return 1\n\ndef b():\n    x = 1\n    return x\n\ndef c():\n    pass\n' > m; echo other > o; git add .; git commit -qm one; sed -i 's/x = 1/x = 2/' m; git commit -qam two; sed -i s/pass/done/ m; echo more > o; git commit -qam three
git log --oneline -L :a:m -L :c:m; git log --oneline -L 5,6:m -L 1,1:o; git log --oneline -L 1,2:none; git log -L 1,x:m; git blame -s -L '^/c/,+1' -L 1,1 m; git blame -L 2,1 -L '/pass/,x' m; git blame -s -L '/def/,+1' -L '/def/,+1' m
### content in any case
git init -q; echo secret > a; git add .; git commit -qm one; echo public > a; git commit -qam two; git log --oneline -i -GSECRET; git log --oneline -i -SSecret; git log --oneline -SSecret
### edges and paths of the history
git init -q; c() { git commit -q --allow-empty -m "$1"; }; c 1; git tag base; git checkout -qb a; c a1; c a2; git checkout -q main; c 2; git checkout -qb b; c b1; git checkout -q main; git merge -q --no-ff a -m ma; c 3; git checkout -q b; git merge -q main -m mb; c b2
git log --graph --oneline --boundary main..b; git rev-list --boundary a..b --format=%s; git log --ancestry-path=main~1 --oneline base..b; git log --ancestry-path --oneline base..b
### fetch where a branch became a folder
git init -q hub; cd hub; git commit -q --allow-empty -m 1; git branch y/z; cd ..; git clone -q hub c; cd hub; git branch -D y/z; git branch y; git commit -q --allow-empty -m 2; cd ../c
git fetch; git branch -a; git fetch -p; git fetch origin '+refs/heads/*:refs/all/*'; cut -f2 .git/FETCH_HEAD; git symbolic-ref refs/remotes/origin/alias refs/remotes/origin/main; git fetch -p; git branch -a; git remote prune origin; git symbolic-ref refs/remotes/origin/alias
### programs that compare
git init -q; echo 1 > f; echo 2 > g.x; git add .; git commit -qm 1; echo 11 > f; echo 22 > g.x; echo n > n; git add n; printf '#!/bin/sh\necho "ext $1 $3 $4 $6 $7 $#"; cat "$2" "$5"\n' > ../ext; chmod +x ../ext
GIT_EXTERNAL_DIFF=../ext git diff; GIT_EXTERNAL_DIFF=../ext git diff HEAD --stat -p; GIT_EXTERNAL_DIFF=../ext git diff --no-ext-diff f; GIT_EXTERNAL_DIFF=../ext git diff --cached; git config diff.external ../ext; git diff; echo '*.x diff=my' > .gitattributes; git config diff.my.command 'echo "$1" #'; git diff; git commit -qam 2; git log -p -1 --format=%s; git log -p -1 --ext-diff --format=%s -- g.x; git format-patch --stdout -1 -- g.x; git config diff.my.command false; git diff HEAD~1 -- g.x
git config diff.up.textconv 'tr a-z A-Z <'; echo '*.up diff=up' >> .gitattributes; echo up > u.up; git add .; git commit -qm up --no-verify; git show --textconv -- u.up; git format-patch --stdout -1 -- u.up; git config diff.up.textconv false; git cat-file --textconv HEAD:u.up
### grafts
git init -q; for i in 1 2 3; do git commit -q --allow-empty -m $i; done; git rev-parse HEAD > .git/info/grafts; git log --oneline; git rev-list --count HEAD; git gc -q --prune=now; rm .git/info/grafts; git log --oneline
### names that are two things and files that are away
git init -q; echo 1 > x; git add .; git commit -qm 1; git branch x; echo 2 >> x; git add x; git reset x; git reset -q -- x; git status -s; git ls-files --resolve-undo; git show :1:x; mkdir d; echo d > d/f; git add .; git commit -qm d; cd d; git show HEAD:f; git show HEAD:./f; git checkout -; git switch -; git bisect start; git bisect run; git grep -f /dev/null
### patches into a folder, only some
git init -q; mkdir d sub; echo f > f; echo g > d/g; git add .; git commit -qm i; echo ff > f; echo gg > d/g; git diff > ../p; git reset -q --hard; git apply --include='d/*' --directory=sub ../p; git status -s; git apply --exclude='sub/*' --directory=sub ../p; git apply --include='d/*' ../p; git status -s
### worktrees in the order of their folders
git init -q m; cd m; git commit -q --allow-empty -m 1; git worktree add -q -b z ../w1; git worktree add -q -b a ../w3; git worktree move ../w1 ../w9; git worktree list; git worktree list --porcelain; git worktree lock --reason why ../w9; git worktree move ../w9 ../w2; git worktree remove ../w9
### commits of some paths and their hooks
git init -q; for f in a b c; do echo 1 > $f; done; git add .; git commit -qm i; for f in a b c; do echo 2 > $f; done; git add c; echo 3 > c
printf '#!/bin/sh\ngit diff --cached --name-only; git status -s; echo n > n; git add n\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit; printf '#!/bin/sh\ngit status -s\n' > .git/hooks/post-commit; chmod +x .git/hooks/post-commit
git commit -m "a" a; git status -s; git show --stat; git diff --cached; git commit -m "" b; git status -s; git commit --dry-run b; rm .git/hooks/pre-commit; printf '#!/bin/sh\nexit 1\n' > .git/hooks/commit-msg; chmod +x .git/hooks/commit-msg; git commit -m x b; git status -s; rm .git/hooks/commit-msg; git commit --amend -qm A2 b; git show --stat; ls .git
### stash of untracked files where there are none
git init -q; echo 1 > f; git add .; git commit -qm i; echo 2 > f; git stash -u; git log --format='%H %P %s' stash; git stash show -u; git stash pop; git stash -a; git stash pop -q
### what was resolved
git init -q; echo 1 > f; echo 1 > g; git add .; git commit -qm 0; git checkout -qb b; echo b > f; echo b > g; git commit -qam b; git checkout -q main; echo m > f; echo m > g; git commit -qam m; git merge b; git add f; git ls-files --resolve-undo; git ls-files -u; git checkout -m f; git ls-files --resolve-undo
### branches renamed to what is in the way
git init -q; git commit -q --allow-empty -m 1; git branch a; git branch b/c; git branch -m b; git branch; git branch -m b/c b/c/e; git branch -m b/c/e b; git branch -m main; git branch -m a b/x; git branch -m main/x; git reflog main/x; git branch; git reflog
### commits while another program has the index
git init -q; echo 1 > a; echo 1 > b; git add .; git commit -qm i; echo 2 > a; echo 2 > b; git add b; touch .git/index.lock; git commit -qm x a; git commit -qam x; rm .git/index.lock; git log --oneline; git status -s
### hooks of commits that stage more
git init -q; for f in a b c; do echo 1 > $f; done; git add .; git commit -qm i; for f in a b c; do echo 2 > $f; done; git add c; echo 3 > c; printf '#!/bin/sh\ngit diff --cached --name-only; git status -s; echo n > n; git add n\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
git commit -qam all; git status -s; git show --stat; echo 5 > a; echo 6 > b; git add b; git commit -qm inc -i a; git show --stat; git status -s; echo 7 > a; git commit -a -m ""; git status -s; printf '#!/bin/sh\ngit add n2; exit 1' > .git/hooks/pre-commit; echo n2 > n2; git commit -qam no; git status -s; git commit -a --dry-run; ls .git | grep -v COMMIT_E
### lines that are not there, and patterns of lines
git init -q; printf 'a\nint foo(int x)\n{\nb\n}\nc\n' > f; echo '}' >> f; git add .; git commit -qm 1; git log -s --format=%s -L 0,2:f; git blame -s -L 0,2 f; git blame -s -L 5,+0 f; git blame -s -L 5,-2 f; git blame -s -L 3,-10 f; git blame -s -L '/foo(/,/^}/' f; git log --format=%s -L '/foo(/,+2:f'; git log --format=%s -L ':foo(:f'; git blame -s -L 100 f; git blame -s -L 2,100 f; git blame -s -L '/[/' f;  git blame -s -L ':foo(' f; git blame -s -L '/int \(foo\|bar\)/,+1' f; git blame -s -L ',3' f; git log --format=%s -L 2,3:f -- f; git blame -s -L -3,2 f; git blame -L '/x,2' f
### lines of branches that were merged
git init -q; seq 1 12 > f; git add .; git commit -qm base; git checkout -qb s; sed -i '6s/.*/six/' f; git commit -qam s6; sed -i '1i zero' f; git commit -qam szero; git checkout -q main; sed -i '11s/.*/eleven/' f; git commit -qam m11; sed -i '1,3d' f; sed -i '5i new' f; git commit -qam mdel; git merge -q s -m mg -X ours; git log --format=%s -L /eleven/,+1:f; git log --format=%s -s -L 3,6:f;  git log --format=%s -s -L /six/,+1:f; git log --format=%s -L 1,2:f -s
### lines that both sides of a merge changed
git init -q; seq 1 12 > f; git add .; git commit -qm base; git checkout -qb s; sed -i '6s/.*/six/' f; git commit -qam s6; git checkout -q main; sed -i '7s/.*/seven/' f; git commit -qam m7; git merge -q s -m mg; seq 1 5 >f; echo six >> f; echo seven >>f; seq 8 12 >>f; git commit -qam mg; git log --format=%s -L 5,8:f; git log --format=%s -s -L 5,8:f; git log --oneline -1 -L 1,3:f; git log --format=%s -s -L 5,8:f --reverse;  git log --format=%s -s -L 5,8:f main~1..; git log --format=%s -s -n 2 -L 5,8:f; git mv f g; sed -i 1d g; git commit -qam mv;  git log --format=%s -L 5,7:g; git checkout -q --orphan o; seq 5 8 > g; git commit -qam o; git log --format=%s -L 1,2:g
### where a path of history starts, and an index with a name of its own
git init -q; c() { git commit -q --allow-empty -m "$1"; }; c 1; git tag base; git checkout -qb a; c a1; git checkout -q main; c 2; git merge -q --no-ff a -m ma; git log --ancestry-path --format=%s main; git log --ancestry-path --format=%s base..main; git log --ancestry-path=a --format=%s; git rev-list --ancestry-path HEAD; git log --ancestry-path --format=%s main ^a
mkdir s; echo s > s/s; cd s; GIT_INDEX_FILE=../alt git add s; GIT_INDEX_FILE=../alt git ls-files; GIT_INDEX_FILE=../alt git commit -qam alt; git status -s; ls ../..; rm ../../alt
### a submodule is not removed while .gitmodules has changes; log knows no --no-merge
git init -q lib && (cd lib && echo l >l && git add . && git commit -qm lib) && git init -q r && cd r && git -c protocol.file.allow=always submodule -q add ../lib sub && git commit -qm sub && git config -f .gitmodules submodule.sub.branch main
git rm -q sub; git rm -q --cached sub; git status -s; git add .gitmodules; git rm -q sub; git status -s; git log --no-merge; git log --no-oneline; git log --no-merges --format=%s
### HEAD stays, a day alone is no date, and exit codes of what shows nothing
git init -q; echo 1 > f; git add f; git commit -qm one; echo 2 > f; git diff -s --exit-code; echo $?; git symbolic-ref -d HEAD; echo $?; git symbolic-ref -d refs/heads/main; echo $?; git -c bad status; echo $?; GIT_AUTHOR_DATE=2021-01-01 git commit -qam day; echo $?; git for-each-ref --format='%(contents:lines=3)|'; git status -s
