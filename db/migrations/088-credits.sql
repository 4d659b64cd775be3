-- The line that must be shown where a work is used, in the words of its source; '' where none must.
alter table file_licences add column attribution text not null default '';

-- What was taken before says what its source asks for.
update file_licences l
set attribution = case l.source
    when 'pexels' then case f.kind when 'video' then 'Video' else 'Photo' end || ' by ' || l.author || ' on Pexels'
    when 'pixabay' then l.author || ' on Pixabay'
    when 'unsplash' then 'Photo by ' || l.author || ' on Unsplash'
    when 'jamendo' then l.title || ' by ' || l.author || ' on Jamendo'
    when 'openverse' then '"' || l.title || '" by ' || l.author || ', ' || l.licence
  end
from files f
where f.id = l.file_id and l.author <> ''
  and (l.source in ('pexels', 'pixabay', 'unsplash', 'jamendo')
    or l.source = 'openverse' and l.licence ~* '^(CC )?BY');
