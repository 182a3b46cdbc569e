### branch make list delete
git init -q
git commit -q --allow-empty -m one
git branch a; git branch b a
git branch
git branch -v
git branch --list 'a*'
git branch -d a
git branch -d nothing; echo $?
git branch -d main; echo $?
git branch b; echo $?
git branch -m b c
git branch -M c main2
git branch
git branch -a
git branch --sort=-refname
git branch --format='%(refname:short) %(objectname:short)'
git branch -c main copy
git branch
### branch delete of what is not merged
git init -q
git commit -q --allow-empty -m one; git switch -qc t; git commit -q --allow-empty -m two; git switch -q main
git branch -d t; echo $?
git branch -D t
git branch -f x HEAD
git branch --show-current
git branch 'bad name'; echo $?
git branch -- -x; echo $?
git branch x/y; echo $?
### switch and checkout
git init -q
echo a > f; git add .; git commit -qm one
git switch -c t
echo b > f; git commit -qam two
git switch main
cat f
git switch -
git checkout main
git checkout -b u t
git checkout -
git switch nothing; echo $?
git checkout nothing; echo $?
git switch -C u main
git log --oneline
git switch --detach
git status
git switch -q main
git checkout -B u
git checkout --orphan fresh
git status -s
git switch --orphan fresher
ls
### checkout carries and refuses changes
git init -q
echo a > f; echo g > g; git add .; git commit -qm one
git switch -qc t; echo b > f; git commit -qam two; git switch -q main
echo mine > g
git switch t
git switch -q main
echo mine > f
git switch t; echo $?
git checkout t; echo $?
git checkout -f t
git status -s
cat f g
echo x > u; git switch -q main; git switch -qc v; git add u; git commit -qm u; git switch -q main; echo y > u
git switch v; echo $?
git checkout -m main; echo $?
### checkout -m merges the changes
git init -q
seq 1 9 > f; git add .; git commit -qm one
git switch -qc t; sed -i '1s/.*/one/' f; git commit -qam two; git switch -q main
sed -i '9s/.*/nine/' f
git checkout -m t
git diff
### checkout detached and tags
git init -q
git commit -q --allow-empty -m one; git tag v1; git commit -q --allow-empty -m two
git checkout v1
git status
git branch
git commit -q --allow-empty -m three
git status -sb
git checkout main
git checkout -q HEAD~1
git switch -c new
git log --oneline
### checkout of paths
git init -q
echo a > a; mkdir d; echo b > d/b; git add .; git commit -qm one
echo aa > a; git commit -qam two
echo x > a; echo y > d/b
git checkout -- a
cat a
git checkout .
git checkout HEAD~1 -- a
git status -s
git checkout HEAD a d
git status -s
rm -r d; git checkout d; cat d/b
git checkout nothing; echo $?
git checkout HEAD~1 -- nothing; echo $?
git checkout-index -a -f
### restore
git init -q
echo a > a; echo b > b; git add .; git commit -qm one
echo aa > a; git commit -qam two
echo x > a; git add a; echo y > b
git restore b
git restore --staged a
git status -s
git restore a
git restore --source=HEAD~1 a
git status -s
git restore -s HEAD~1 -SW a
git status -s
git restore --staged --worktree .
git status -s
rm a b; git restore .
ls
git restore nothing; echo $?
git restore; echo $?
### restore in a conflict
git init -q
echo a > f; git add .; git commit -qm base
git switch -qc t; echo t > f; git commit -qam t
git switch -q main; echo m > f; git commit -qam m
git merge t > /dev/null
git checkout --ours f; cat f
git checkout --theirs f; cat f
git checkout -m f; cat f
git restore --ours f; cat f
git checkout --conflict=diff3 f; cat f
git ls-files -u
git show :1:f :2:f :3:f
git add f; git commit -qm done
### reset modes
git init -q
echo a > f; git add .; git commit -qm one; echo b > f; git commit -qam two; echo c > f; git commit -qam three
git reset --soft HEAD~1
git status -s
git reset HEAD~1
git status -s
git reset --hard
git status -s
git log --oneline
git reset --hard HEAD@{1}
git reset --mixed HEAD~1
git reset --keep HEAD~1; echo $?
git reset --merge HEAD; echo $?
git reset nothing; echo $?
### reset of paths
git init -q
echo a > a; echo b > b; git add .; git commit -qm one
echo aa > a; echo bb > b; echo c > c; git add .
git reset a
git status -s
git reset -- c
git status -s
git reset -q HEAD~0 b
git status -s
git add .; git reset
git reset -p < /dev/null; echo $?
git rm -q --cached a; git reset a; git status -s
### reset in a fresh repository
git init -q
echo a > a; git add a
git reset
git status -s
git add a; git rm --cached a; git status -s
git reset --hard; echo $?
### merge fast forward
git init -q
echo a > a; git add .; git commit -qm one
git switch -qc t; echo b > b; git add .; git commit -qm two; git switch -q main
git merge t
git merge t
git reset -q --hard HEAD~1
git merge --no-ff t -m "Merge branch t"
git log --oneline --graph
git reset -q --hard HEAD~1
git merge --ff-only t
echo x > x; git add x; git commit -qm x; git switch -qc u HEAD~1; git commit -q --allow-empty -m u
git merge --ff-only main; echo $?
### merge true
git init -q
seq 1 10 > f; git add .; git commit -qm base
git switch -qc t; sed -i '1s/.*/one/' f; echo t > t; git add .; git commit -qm t
git switch -q main; sed -i '10s/.*/ten/' f; git commit -qam m
git merge t --no-edit
git log --oneline --graph
cat f
git log -1 --format=%B
git diff HEAD^ --stat
### merge conflicts of content
git init -q
printf '1\n2\n3\n4\n5\n' > f; git add .; git commit -qm base
git switch -qc t; printf '1\n2\nT\n4\n5\n' > f; echo t > t; git add .; git commit -qm t
git switch -q main; printf '1\n2\nM\n4\n5\n' > f; git commit -qam m
git merge t; echo $?
cat f
git status
git diff --name-only
git ls-files -s
git merge t; echo $?
git commit -m x; echo $?
git merge --abort
git status -s
git merge -X ours t
cat f
git reset -q --hard HEAD~1
git merge -X theirs t -m xt
cat f
### merge conflict continued
git init -q
echo a > f; git add .; git commit -qm base
git switch -qc t; echo t > f; git commit -qam t
git switch -q main; echo m > f; git commit -qam m
git merge t; git diff
echo both > f; git add f
git status
git merge --continue
git log --oneline --graph
git show -s --format=%B
### merge conflict styles
git init -q
echo a > f; git add .; git commit -qm base
git switch -qc t; echo t > f; git commit -qam t
git switch -q main; echo m > f; git commit -qam m
git -c merge.conflictStyle=diff3 merge t; cat f
git merge --abort
git config merge.conflictstyle zdiff3
git merge t; cat f
### merge conflict of close changes
git init -q
printf 'a\nb\nc\nd\ne\nf\ng\n' > f; git add .; git commit -qm base
git switch -qc t; printf 'a\nB\nc\nd\ne\nX\ng\n' > f; git commit -qam t
git switch -q main; printf 'a\nb\nC\nd\ne\nY\ng\n' > f; git commit -qam m
git merge t; cat f
git diff
git diff --ours
git diff --theirs
git diff --base
### merge add add and delete modify
git init -q
echo base > d; git add .; git commit -qm base
git switch -qc t; echo t > n; echo changed > d; git add .; git commit -qm t
git switch -q main; echo m > n; git rm -q d; git add .; git commit -qm m
git merge t; echo $?
git status
git status -s
cat n
git rm -q d; echo ok > n; git add n; git commit -qm merged
git status -s
### merge with renames
git init -q
seq 1 20 > old; git add .; git commit -qm base
git switch -qc t; git mv old new; git commit -qm renamed
git switch -q main; sed -i '5s/.*/five/' old; git commit -qam changed
git merge t -m merged
ls; sed -n 5p new
git show --stat
git log --follow --oneline new
### merge rename rename and rename delete
git init -q
seq 1 20 > old; git add .; git commit -qm base
git switch -qc t; git mv old new1; git commit -qm r1
git switch -q main; git mv old new2; git commit -qm r2
git merge t; echo $?
git status -s
git merge --abort
git switch -qc d HEAD~1; git rm -q old; git commit -qm del
git merge t; echo $?
git status -s
### merge of a folder renamed
git init -q
mkdir a; seq 1 9 > a/x; seq 11 19 > a/y; git add .; git commit -qm base
git switch -qc t; git mv a b; git commit -qm moved
git switch -q main; seq 21 29 > a/z; git add .; git commit -qm z
git merge t -m merged; echo $?
git ls-files
### merge file and folder
git init -q
echo f > f; git add .; git commit -qm base
git switch -qc t; mkdir p; echo x > p/x; git add .; git commit -qm dir
git switch -q main; echo p > p; git add .; git commit -qm file
git merge t; echo $?
git status -s
ls
### merge squash and no-commit
git init -q
echo a > a; git add .; git commit -qm base
git switch -qc t; echo b > b; git add .; git commit -qm t1; echo c > b; git commit -qam t2
git switch -q main; echo m > m; git add .; git commit -qm m
git merge --squash t
git status -s
git commit -q --no-edit
git log --oneline
git log -1 --format=%B
git reset -q --hard HEAD~1
git merge --no-commit t
git status
git commit -m "Merged by hand"
git log --oneline --graph
git reset -q --hard HEAD~1; git merge --no-ff --no-commit t; git merge --abort; git status -s
### merge refuses dirty files
git init -q
echo a > a; git add .; git commit -qm base
git switch -qc t; echo b > a; echo n > n; git add .; git commit -qm t
git switch -q main
echo dirty > a
git merge t; echo $?
git checkout -q a; echo mine > n
git merge t; echo $?
cat n
rm n; echo other > o; git merge t
git status -s
### merge strategies ours and unrelated
git init -q
echo a > a; git add .; git commit -qm base
git switch -qc t; echo t > a; git commit -qam t
git switch -q main; echo m > a; git commit -qam m
git merge -s ours t -m "Ours"
cat a
git switch -q --orphan lone; echo l > l; git add .; git commit -qm lone
git merge main; echo $?
git merge --allow-unrelated-histories main -m both
ls
### merge several bases
git init -q
echo 1 > f; git add .; git commit -qm base
git switch -qc a; echo a > a; git add .; git commit -qm a1
git switch -qc b main; echo b > b; git add .; git commit -qm b1
git switch -q a; git merge -q b -m ab; git switch -q b; git merge -q a~1 -m ba
echo 2 > f; git commit -qam b2; git switch -q a; echo aa >> a; git commit -qam a2
git merge b -m cross
git ls-files; cat f
### octopus
git init -q
echo 0 > 0; git add .; git commit -qm base
for b in x y z; do git switch -qc $b main; echo $b > $b; git add .; git commit -qm $b; done
git switch -q main
git merge x y z
git log --oneline --graph
git log -1 --format='%p %s'
### merge messages
git init -q
git commit -q --allow-empty -m base
git switch -qc topic/x; git commit -q --allow-empty -m t; git switch -q main; git commit -q --allow-empty -m m
git merge --no-edit topic/x
git log -1 --format=%s
git switch -qc dev HEAD~1; git commit -q --allow-empty -m d
git merge --no-edit main
git log -1 --format=%s
git tag v9 topic/x~1; git commit -q --allow-empty -m d2
git merge --no-ff --no-edit main~0
git merge --log -m "With log" topic/x
git log -1 --format=%B
### revert
git init -q
echo a > a; git add .; git commit -qm one; echo b > a; git commit -qam two; echo c > c; git add c; git commit -qm three
git revert --no-edit HEAD~1
cat a
git log -1 --format=%B
git revert --no-edit HEAD
git log -1 --format=%B
git revert -n HEAD~2
git status
git revert --abort; git status -s
git revert --no-edit HEAD~2..HEAD
git log --oneline
### revert conflict
git init -q
echo a > a; git add .; git commit -qm one; echo b > a; git commit -qam two; echo c > a; git commit -qam three
git revert HEAD~1; echo $?
cat a
git status
echo fixed > a; git add a
git revert --continue
git log -1 --format=%s
git revert --no-edit HEAD~2; git revert --skip; git status -s
### revert a merge
git init -q
echo a > a; git add .; git commit -qm one
git switch -qc t; echo b > b; git add .; git commit -qm t; git switch -q main; git commit -q --allow-empty -m m
git merge -q t -m merged
git revert --no-edit HEAD; echo $?
git revert --no-edit -m 1 HEAD
git log -1 --format=%B
ls
### cherry-pick
git init -q
echo a > a; git add .; git commit -qm base
git switch -qc t; echo b > b; git add .; git commit -qm b --author="Bob <b@b>"; echo c > c; git add .; git commit -qm c
git switch -q main
git cherry-pick t~1
git log -1 --format='%an %s'
git cherry-pick -x t
git log -1 --format=%B
git cherry-pick t; echo $?
git status
git cherry-pick --skip
git reset -q --hard HEAD~2
git cherry-pick main..t
git log --oneline
git reset -q --hard HEAD~2
git cherry-pick -n t
git status -s
git cherry-pick nothing; echo $?
### cherry-pick conflict
git init -q
echo a > a; git add .; git commit -qm base
git switch -qc t; echo b > a; git commit -qam "Change to b"; echo n > n; git add n; git commit -qm n; git switch -q main
echo c > a; git commit -qam c
git cherry-pick t~1 t; echo $?
cat a
git status
git diff
echo d > a; git add a
git cherry-pick --continue --no-edit
git log --oneline
git reset -q --hard HEAD~2
git cherry-pick t~1; git cherry-pick --abort
git status -s; git log --oneline
git cherry-pick -X theirs t~1
cat a
### rebase plain
git init -q
echo a > a; git add .; git commit -qm base
git switch -qc t; echo b > b; git add .; git commit -qm b; echo c > c; git add .; git commit -qm c
git switch -q main; echo m > m; git add .; git commit -qm m
git switch -q t
git rebase main
git log --oneline --graph
git rebase main
git reflog
git rebase --onto main~1 main t
git log --oneline
git switch -q main; git rebase t
git log --oneline
### rebase conflict continue
git init -q
echo a > f; git add .; git commit -qm base
git switch -qc t; echo t > f; git commit -qam "t one"; echo u > u; git add .; git commit -qm "t two"
git switch -q main; echo m > f; git commit -qam m; git switch -q t
git rebase main; echo $?
git status
cat f
git diff
echo both > f; git add f
git status
GIT_EDITOR=true git rebase --continue
git log --oneline
git status
### rebase conflict abort and skip
git init -q
echo a > f; git add .; git commit -qm base
git switch -qc t; echo t > f; git commit -qam "t one"; echo u > u; git add .; git commit -qm "t two"
git switch -q main; echo m > f; git commit -qam m; git switch -q t
git rebase main; git rebase --abort
git log --oneline; git status
git rebase main; git rebase --skip
git log --oneline
git rebase --continue; echo $?
### rebase interactive
git init -q
for i in 1 2 3 4; do echo $i > f$i; git add .; git commit -qm "c$i"; done
GIT_SEQUENCE_EDITOR="sed -i '1s/pick/squash/;2s/pick/reword/'" git rebase -i HEAD~3; echo $?
git rebase --abort
GIT_SEQUENCE_EDITOR="sed -i '2s/^pick/drop/'" git rebase -i HEAD~3
git log --oneline
GIT_SEQUENCE_EDITOR="sed -i '2s/^pick/fixup/'" git rebase -i HEAD~2
git log --oneline; ls
GIT_SEQUENCE_EDITOR="cat" git rebase -i HEAD~1
### rebase interactive squash, reword, edit
git init -q
for i in 1 2 3 4; do echo $i > f$i; git add .; git commit -qm "c$i"; done
GIT_SEQUENCE_EDITOR="sed -i '2s/^pick/squash/'" GIT_EDITOR=true git rebase -i HEAD~3
git log --format=%B%n-
GIT_SEQUENCE_EDITOR="sed -i '1s/^pick/reword/'" GIT_EDITOR='printf "New words\n" >' git rebase -i HEAD~1
git log --oneline
GIT_SEQUENCE_EDITOR="sed -i '1s/^pick/edit/'" git rebase -i HEAD~2
git status
echo x > x; git add x; git commit -q --amend --no-edit
git rebase --continue
git log --oneline --stat
### rebase interactive reorder and exec
git init -q
for i in 1 2 3; do echo $i > f$i; git add .; git commit -qm "c$i"; done
GIT_SEQUENCE_EDITOR='f() { { sed -n 2p "$1"; sed -n 1p "$1"; } > t; cat t > "$1"; rm t; }; f' git rebase -i HEAD~2
git log --oneline
git rebase --exec 'echo ran' HEAD~2
git rebase -x false HEAD~1; echo $?
git rebase --abort
git rebase --root -q
git log --format=%s
### rebase autosquash and autostash
git init -q
for i in 1 2 3; do echo $i > f$i; git add .; git commit -qm "c$i"; done
echo x >> f2; git commit -qa --fixup HEAD~1
git log --oneline
GIT_SEQUENCE_EDITOR=true git rebase -i --autosquash HEAD~3
git log --oneline --stat
echo dirty >> f1
git rebase HEAD~1; echo $?
git rebase --autostash HEAD~1
git status -s
git stash list
### rebase drops what is there already
git init -q
echo a > a; git add .; git commit -qm base
git switch -qc t; echo b > b; git add .; git commit -qm b; echo c > c; git add .; git commit -qm c
git switch -q main; git cherry-pick t~1 > /dev/null; echo m > m; git add .; git commit -qm m
git rebase main t
git log --oneline
### rebase of merges
git init -q
echo a > a; git add .; git commit -qm base
git switch -qc t; echo b > b; git add .; git commit -qm b; git switch -qc s HEAD~1; echo s > s; git add .; git commit -qm s; git switch -q t; git merge -q s -m mm
git switch -q main; echo m > m; git add .; git commit -qm m
git rebase main t
git log --oneline --graph
### stash
git init -q
echo a > a; echo b > b; git add .; git commit -qm "Add" -m "A body
with lines"
git stash; echo $?
echo aa > a; echo bb > b; git add b; echo n > n
git stash
git status -s
git stash list
git stash show
git stash pop
git status -s
git stash push -m "My work" a
git stash list
git status -s
git stash apply
git stash drop
git stash list
git stash pop; echo $?
### stash untracked, index, keep-index, all
git init -q
echo a > a; echo b > b; echo ig > .gitignore; git add .; git commit -qm one
echo aa > a; git add a; echo aaa > a; echo n > n; echo x > ig
git stash -u
git status -s
git stash pop --index
git status -s
git diff; git diff --cached
git stash --keep-index
git status -s
git stash drop -q
echo y > b; git stash -a; ls; git stash pop -q; ls
git stash push --staged -m s; git status -s
git stash clear; git stash list
### stash conflicts and branch
git init -q
echo a > a; git add .; git commit -qm one
echo stashed > a; git stash -q
echo other > a; git commit -qam other
git stash pop; echo $?
git status -s
cat a
git stash list
git checkout -q -f HEAD; git reset -q --hard
git stash branch fix
git status -s
git stash list
### stash several
git init -q
echo a > a; git add .; git commit -qm one
for i in 1 2 3; do echo $i > a; git stash push -q -m "s$i"; done
git stash list
git stash show stash@{1}
git stash apply 2
cat a
git checkout -q a
git stash drop stash@{1}
git stash list
git stash pop stash@{1}; cat a
git stash drop stash@{7}; echo $?
git stash show -p --stat
git stash list --format='%gd|%gs|%s'
git log --oneline --graph stash@{0}
### stash refuses to overwrite
git init -q
echo a > a; git add .; git commit -qm one
echo s > a; git stash -q; echo local > a
git stash pop; echo $?
cat a; git stash list
git checkout -q a; echo u > u; git stash -u -q; echo mine > u
git stash pop; echo $?
cat u; git stash list
### stash on subdirectory and deleted
git init -q
mkdir d; echo a > d/a; echo b > b; git add .; git commit -qm one
rm b; echo x > d/a; cd d
git stash
git status -s; ls ..
git stash pop
git status -s
git stash create | wc -c
### tags
git init -q
git commit -q --allow-empty -m one
git tag v1; git tag -a v2 -m "Two"; git tag v1.10; git tag v1.9
git tag
git tag -l 'v1*'
git tag -n
git tag --sort=-v:refname
git tag --sort=version:refname
git tag v1; echo $?
git tag -f v1
git tag -d v1.9
git tag --points-at HEAD
git tag --contains HEAD
git show v2
git cat-file -p v2
git tag -a v3 -F - < /dev/null; echo $?
git tag v4 nothing; echo $?
git tag -d nothing; echo $?
git tag -l --format='%(refname:short) %(objecttype) %(contents:subject)'
### worktree
git init -q
echo a > a; git add .; git commit -qm one
git worktree add ../wt
git worktree add -b side ../side
git worktree list
cd ../side; echo b > b; git add .; git commit -qm two; git status
git rev-parse --git-dir
cd ../work; git branch
git log --oneline side
git branch -d side; echo $?
git worktree remove ../side; git worktree list
rm -rf ../wt; git worktree prune; git worktree list
git worktree add ../wt main; echo $?
git worktree add --detach ../det; git worktree list --porcelain
### short hashes in markers of a rebase and pick
git init -q
echo a > f; git add .; git commit -qm base
git switch -qc t; echo t > f; git commit -qam "A change of t"
git switch -q main; echo m > f; git commit -qam m
git cherry-pick t; cat f; git cherry-pick --abort
git rebase t; cat f; git rebase --abort
git revert --no-edit HEAD~1; cat f
git status
