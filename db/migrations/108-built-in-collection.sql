-- What is built in names no product: it has another name under each brand.
update file_licences set author = 'Built-in collection' where author = 'AgencyReel' and licence = 'CC0-1.0';
