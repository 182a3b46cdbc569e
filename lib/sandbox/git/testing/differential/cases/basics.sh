### init makes a repository and says so
git init
git status
git status -s
ls -a
### init a folder by name with a branch
git init -b trunk proj
cd proj
git branch --show-current
git symbolic-ref HEAD
git rev-parse --is-inside-work-tree
git rev-parse --git-dir --show-toplevel
### init twice and quiet
git init -q
git init
git init -q
### init bare
git init --bare store.git
cat store.git/HEAD
git -C store.git rev-parse --is-bare-repository
### config local get set unset
git init -q
git config user.name "Ann Other"
git config user.email ann@example.com
git config --get user.name
git config user.email
git config --unset user.email
git config --local --list | sort
git config no.such; echo $?
git config alias.st "status -s"
git st
git config --get-regexp 'user.*'
### config add several and get-all
git init -q
git config --add remote.origin.fetch a
git config --add remote.origin.fetch b
git config --get-all remote.origin.fetch
git config remote.origin.fetch; echo $?
git config --unset-all remote.origin.fetch
git config --get-all remote.origin.fetch; echo $?
cat .git/config
### config bool int default
git init -q
git config core.x yes
git config --bool core.x
git config --type=bool core.x
git config core.size 2k
git config --int core.size
git config --default fallback core.none
git config --get core.none; echo $?
git config --rename-section core.none core.some; echo $?
### config with subsections and special text
git init -q
git config branch.main.description 'Text with "quotes" and # hash'
git config branch.main.description
git config url.https://x.example/.insteadOf x:
cat .git/config
git config -l | tail -2
### config global goes to its file
git config --global alias.lg "log --oneline"
git config --global core.editor true
git config --global --get alias.lg
git init -q
echo a > a; git add a; git commit -qm A
git lg
### add and commit
git init -q
echo one > a.txt
mkdir -p src/deep
echo two > src/deep/b.txt
git add a.txt
git status
git add .
git status --short
git commit -m "First commit"
git status
git log --oneline
### add errors
git init -q
git add nothing; echo $?
git add; echo $?
echo '*.log' > .gitignore
touch x.log
git add x.log; echo $?
git add -f x.log
git status -s
### add -A, -u and dot
git init -q
echo a > a; echo b > b; echo c > c
git add -A; git commit -qm one
rm a; echo bb > b; echo d > d
git add -u
git status -s
git add -A
git status -s
git reset -q
rm -rf sub; mkdir sub; echo s > sub/s
cd sub
git add .
git status -s
git add -A :/
git status -s
### add -n and -v
git init -q
echo a > a; echo b > b
git add -n .
git add -v .
git add -v .
rm a
git add -v -A
### add -N intent to add
git init -q
echo a > a; git add a; git commit -qm a
echo new > n
git add -N n
git status -s
git diff
git commit -am n
git show --stat
### add -p by answers
git init -q
seq 1 20 > f; git add f; git commit -qm f
sed -i '2s/.*/two/;18s/.*/eighteen/' f
printf 'y\nn\n' | git add -p
git diff --cached
git diff
### add -p split and quit
git init -q
seq 1 9 > f; git add f; git commit -qm f
sed -i '2s/.*/two/;6s/.*/six/' f
printf 's\nn\ny\n' | git add -p f > /dev/null
git diff --cached -U1
git status -s
### commit with several -m and -F
git init -q
echo a > a; git add a
git commit -m "Subject" -m "Body one." -m "Body two."
git log
echo b > b; git add b
printf 'From file\n\nwith body\n\n# a comment\n' > msg
git commit -F msg
git log -1 --format=%B
printf 'Stdin message\n' | git commit --allow-empty -F -
git log -1 --format='%s|%b|'
### commit -a and -am
git init -q
echo a > a; git add a; git commit -qm a
echo b > a; echo u > untracked
git commit -a -m "Change a"
git status -s
echo c > a
git commit -am "Again"
git log --oneline
### commit nothing
git init -q
git commit -m none; echo $?
echo a > a; git add a; git commit -qm a
git commit -m none; echo $?
echo u > u
git commit -m none; echo $?
echo x >> a
git commit -m none; echo $?
### commit amend
git init -q
echo a > a; git add a; git commit -m "Firts"
git commit --amend -m "First"
echo b > b; git add b
git commit --amend --no-edit
git log --stat
git commit --amend --no-edit --author="Bob <bob@example.com>"
git log -1 --format='%an %ae %cn'
git reflog
### commit allow-empty and empty message
git init -q
git commit --allow-empty -m "Root"
git commit --allow-empty -m "Second"
git commit --allow-empty --allow-empty-message -m ""
git commit --allow-empty -m ""; echo $?
git log --oneline
### commit with author and date
git init -q
echo a > a; git add a
git commit --author="Zoe Z <zoe@z.org>" --date="2020-01-02T03:04:05+02:00" -m "Dated"
git log --format='%an <%ae> %ad | %cn %cd'
git log -1 --date=iso
git log -1 --date=short --format=%ad
git log -1 --date=unix --format=%ad
git log -1 --date=format:%Y/%m/%d --format=%ad
### commit only some paths
git init -q
echo a > a; echo b > b; git add .; git commit -qm one
echo aa > a; echo bb > b
git add a
git commit -m "Only b" b
git status -s
git show --stat --oneline
### commit by editor
git init -q
echo a > a; git add a
GIT_EDITOR='printf "Edited\n\nBody\n" >' git commit
git log
GIT_EDITOR=true git commit --amend
git log --oneline
echo b > b; git add b
GIT_EDITOR=true git commit; echo $?
GIT_EDITOR='cat >&2; true' git commit; echo $?
### commit verbose shows in the template
git init -q
echo a > a; git add a
GIT_EDITOR='cat' git commit -v; echo $?
git commit -v -m "x"
### commit fixup and squash messages
git init -q
echo a > a; git add a; git commit -qm "Add a"
echo b > b; git add b; git commit --fixup HEAD
echo c > c; git add c; git commit --fixup=HEAD~1
git log --format=%s
### commit with trailers and signoff
git init -q
echo a > a; git add a
git commit -s -m "Signed"
git log -1 --format=%B
git commit --allow-empty -m "T" --trailer "Reviewed-by: Someone <s@x>"
git log -1 --format=%B
### commit -q and --dry-run and --short
git init -q
echo a > a; git add a
git commit --dry-run
git commit --short; echo $?
git commit -q -m a
git log --oneline
### commit -C and -c reuse
git init -q
echo a > a; git add a; git commit -qm "Original message"
echo b > b; git add b
git commit -C HEAD
git log --format='%s %ad'
### rm and mv
git init -q
mkdir d; echo a > a; echo b > d/b; git add .; git commit -qm one
git mv a d/a
git status -s
git rm d/b
git status -s
git commit -m "Moved and removed"
git rm -r d
ls
git status
### rm refuses changed files
git init -q
echo a > a; echo b > b; git add .; git commit -qm one
echo x > a
git rm a; echo $?
git rm --cached a
git status -s
git rm -f b
git rm nothing; echo $?
git rm -r --cached .
git status -s
### mv errors and folders
git init -q
mkdir d; echo a > a; echo b > d/b; git add .; git commit -qm one
git mv nothing x; echo $?
git mv a d
git mv d e
git status -s
git mv -n e f
git mv -v e/a a2
ls
### mv over an existing file
git init -q
echo a > a; echo b > b; git add .; git commit -qm one
git mv a b; echo $?
git mv -f a b
git status -s
### gitignore forms
git init -q
printf '*.log\n!keep.log\nbuild/\n/root.txt\ndocs/**/*.tmp\n# comment\n\\#file\n' > .gitignore
mkdir -p build docs/a/b sub
touch a.log keep.log build/x root.txt sub/root.txt docs/a/b/c.tmp docs/d.tmp '#file'
git status -s -uall
git check-ignore -v a.log build/x root.txt docs/a/b/c.tmp
git check-ignore sub/root.txt keep.log; echo $?
git status -s --ignored
git ls-files -o --exclude-standard
git ls-files -o -i --exclude-standard
### gitignore in folders and exclude
git init -q
mkdir -p a/b
echo '*.tmp' > a/.gitignore
echo '!x.tmp' > a/b/.gitignore
touch a/1.tmp a/b/x.tmp a/b/y.tmp top.tmp local
echo local > .git/info/exclude
git add .
git status -s
git config core.excludesFile "$PWD/ex"; echo top.tmp > ex
git reset -q
git status -s
### status in a folder and with paths
git init -q
mkdir -p a/b; echo 1 > a/1; echo 2 > a/b/2; echo r > r; git add .; git commit -qm one
echo x >> a/1; echo x >> r; echo n > a/n
cd a
git status -s
git status
git status -s .
git status --porcelain
### status porcelain v2
git init -q
echo a > a; echo b > b; git add .; git commit -qm one
echo x >> a; echo c > c; git add c; git mv b bb; echo u > u
git status --porcelain=v2
git status --porcelain=v2 --branch
### status with branch and upstream
git init -q --bare ../up.git
git init -q
git remote add origin ../up.git
echo a > a; git add a; git commit -qm one
git push -q -u origin main
git status -sb
git status
echo b > b; git add b; git commit -qm two
git status
git status -sb
git reset -q --hard HEAD~1
git branch -vv
### status of renames, modes and types
git init -q
seq 1 20 > long; echo x > s.sh; echo t > t; git add .; git commit -qm one
git mv long longer
chmod +x s.sh
rm t; ln -s long t
git status -s
git status
git add -A
git status -s
git commit -m two
### status of odd names
git init -q
touch 'a b' 'tab	x' 'ü' 'quote"d'
git status -s
git status --porcelain -z | tr '\0' '\n'
git add .
git status
git -c core.quotepath=off status -s
### status untracked modes
git init -q
mkdir -p d/e; touch d/e/1 d/2 x
git status -s
git status -s -uall
git status -s -uno
git status -uno
git add d/2
git status -s
git status --untracked-files=all
### status merge states
git init -q
echo a > f; git add f; git commit -qm base
git switch -qc t; echo b > f; git commit -qam t
git switch -q main; echo c > f; git commit -qam m
git merge t; echo $?
git status
git status -s
git diff
git diff --name-only --diff-filter=U
git add f
git status
git commit --no-edit
git log --oneline --graph
### executable bit and symlinks are kept
git init -q
echo x > run; chmod +x run; ln -s run link
git add .
git ls-files -s
git commit -m x
rm run link
git checkout .
ls -l run link | cut -c1-10
git update-index --chmod=-x run
git status -s
git diff
### hooks run
git init -q
mkdir -p .git/hooks
printf '#!/bin/sh\necho pre-commit ran\n' > .git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
printf '#!/bin/sh\necho "$1" > /dev/null; sed -i "1s/^/[x] /" "$1"\n' > .git/hooks/commit-msg; chmod +x .git/hooks/commit-msg
echo a > a; git add a
git commit -m Msg
git log --format=%s
printf '#!/bin/sh\nexit 1\n' > .git/hooks/pre-commit
echo b > a
git commit -am no; echo $?
git commit -nam yes
git log --format=%s
### hooks post-commit and prepare
git init -q
printf '#!/bin/sh\necho done > post\n' > .git/hooks/post-commit; chmod +x .git/hooks/post-commit
printf '#!/bin/sh\necho "prefix: $(cat $1)" > $1\n' > .git/hooks/prepare-commit-msg; chmod +x .git/hooks/prepare-commit-msg
echo a > a; git add a; git commit -m One
cat post
git log -1 --format=%B
### help for an unknown command
git nosuchthing; echo $?
git statu; echo $?
git status --nosuchoption; echo $?
git commit -Z; echo $?
### not a repository
git status; echo $?
git log; echo $?
git rev-parse --is-inside-work-tree; echo $?
### clean
git init -q
echo 'ig' > .gitignore; git add .; git commit -qm i
mkdir -p d; touch a d/b ig
git clean; echo $?
git clean -n
git clean -nd
git clean -ndx
git clean -f
git clean -fd
git clean -fdx
ls -A
### clean paths and excludes
git init -q
mkdir -p d e; touch a.txt b.log d/x e/y
git clean -fd -e '*.log' -n
git clean -fdq d
ls
git clean -fX
git clean -f -- a.txt
ls
### gc and fsck and count-objects
git init -q
for i in 1 2 3; do echo $i > f$i; git add .; git commit -qm $i; done
git fsck
git gc -q
git log --oneline
git fsck
git count-objects
git status
echo more > f1; git commit -qam more
git show --stat
### a whole small day
git init -q
mkdir src; printf 'def main():\n    print("hi")\n' > src/app.py; printf '# App\n' > README.md
git add . && git commit -qm "Initial commit"
git checkout -q -b feature/greeting
printf 'def main():\n    print("hello")\n' > src/app.py
git diff
git commit -qam "Say hello"
git checkout -q main
git merge feature/greeting
git branch -d feature/greeting
git tag -a v1.0 -m "Version 1"
git log --oneline --decorate
git describe
